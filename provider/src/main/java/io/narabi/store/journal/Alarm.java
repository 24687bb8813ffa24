package io.narabi.store.journal;

import io.narabi.runtime.Environment;
import io.narabi.runtime.Timer;
import io.narabi.runtime.Worker;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes the worker at a time. The worker's. */
final class Alarm {

    private static final Logger LOG = LoggerFactory.getLogger(Alarm.class);

    private final Environment environment;
    private final Worker worker;
    private final Runnable action;
    private Timer.@Nullable Cancellable set;
    private long at;

    /** @param action runs on the worker */
    Alarm(Environment environment, Worker worker, Runnable action) {
        this.environment = environment;
        this.worker = worker;
        this.action = action;
    }

    /** Rings at this {@code nanoTime}, unless it is set to ring sooner. */
    void set(long nanoTime) {
        if (set != null && at - nanoTime <= 0) {
            return;
        }
        cancel();
        at = nanoTime;
        try {
            long delay = Math.max(0, nanoTime - environment.clock().nanoTime());
            set = environment.timer().schedule(delay, this::ring);
        } catch (RejectedExecutionException e) {
            LOG.debug("The environment was closed before its store", e);
        }
    }

    void cancel() {
        if (set != null) {
            set.cancel();
            set = null;
        }
    }

    private void ring() {
        try {
            worker.submit(() -> {
                set = null;
                action.run();
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed before the alarm", e);
        }
    }
}
