package io.narabi.broker;

import io.narabi.runtime.Environment;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a broker does after a while, unless it is closed by then. */
final class Later {

    private static final Logger LOG = LoggerFactory.getLogger(Later.class);

    private Later() {}

    /** Runs the task on the environment's timer; does nothing where that has ended. */
    static void run(Environment environment, long delayNanos, Runnable task) {
        try {
            environment.timer().schedule(delayNanos, task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The broker is closed", e);
        }
    }
}
