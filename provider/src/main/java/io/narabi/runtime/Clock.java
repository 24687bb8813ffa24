package io.narabi.runtime;

/** Time as the broker sees it. Thread-safe. */
public interface Clock {

    /** Wall-clock time in milliseconds since the epoch; may jump. For what a user sees: timestamps, expiry, delivery times. */
    long wallMillis();

    /** Monotonic time in nanoseconds from an arbitrary origin. For intervals: back-off, time-outs, isolation. */
    long nanoTime();
}
