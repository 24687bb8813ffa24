package io.narabi.runtime;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A timer on one thread, which is started by the first task. It measures with {@code System.nanoTime()}, as {@link SystemClock} does. */
final class SystemTimer implements Timer {

    private static final Logger LOG = LoggerFactory.getLogger(SystemTimer.class);

    private final ScheduledThreadPoolExecutor executor;

    SystemTimer() {
        executor = new ScheduledThreadPoolExecutor(1, body -> Threads.daemon("timer", body));
        // Most time-outs are cancelled, long before their time: they must not pile up until then.
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable task) {
        Future<?> scheduled = executor.schedule(() -> runLogged(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    /** Drops what has not begun, and lets the thread end. */
    void close() {
        executor.shutdown();
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A task of the timer failed; the timer goes on", e);
        }
    }
}
