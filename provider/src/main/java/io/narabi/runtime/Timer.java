package io.narabi.runtime;

/** Runs short tasks later. Thread-safe. */
public interface Timer {

    /**
     * Runs {@code task} once, not before {@code delayNanos} of {@link Clock#nanoTime()} have passed. The task must be short and must
     * not block: it shares a thread with all other tasks of the timer.
     */
    Cancellable schedule(long delayNanos, Runnable task);

    /** A scheduled task. */
    interface Cancellable {
        /** Prevents the run if it has not begun. Idempotent. */
        void cancel();
    }
}
