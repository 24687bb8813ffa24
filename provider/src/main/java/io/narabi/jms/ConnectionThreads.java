package io.narabi.jms;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that a connection needs besides its sessions': one for what is due at a time, one for its exception listener. Both are
 * daemons, made when first needed, and gone after a while without work. Thread-safe.
 */
final class ConnectionThreads {

    private static final long IDLE_SECONDS = 10;

    private final String name;
    private @Nullable ScheduledThreadPoolExecutor timer;
    private @Nullable ScheduledThreadPoolExecutor events;
    private boolean closed;

    ConnectionThreads(String name) {
        this.name = name;
    }

    /** Runs something short later; never, once closed. */
    void after(Duration delay, Runnable task) {
        ScheduledThreadPoolExecutor executor;
        synchronized (this) {
            if (closed) {
                return;
            }
            if (timer == null) {
                timer = executor("narabi-timer-" + name);
            }
            executor = timer;
        }
        schedule(executor, delay, task);
    }

    /** Runs calls of the exception listener one after another. */
    void event(Runnable task) {
        ScheduledThreadPoolExecutor executor;
        synchronized (this) {
            if (closed) {
                return;
            }
            if (events == null) {
                events = executor("narabi-events-" + name);
            }
            executor = events;
        }
        schedule(executor, Duration.ZERO, task);
    }

    private static void schedule(ScheduledThreadPoolExecutor executor, Duration delay, Runnable task) {
        try {
            var unused = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // Closed in between: as if it had been before.
            return;
        }
    }

    private static ScheduledThreadPoolExecutor executor(String threadName) {
        ThreadFactory factory = task -> daemon(threadName, task);
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, factory);
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return executor;
    }

    /** A daemon: an application that ends without closing must not be kept alive. */
    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** What is due later is dropped; what runs, runs to its end. */
    synchronized void close() {
        closed = true;
        if (timer != null) {
            timer.shutdown();
        }
        if (events != null) {
            events.shutdown();
        }
    }
}
