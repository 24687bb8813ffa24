package io.narabi.runtime.sim;

import io.narabi.runtime.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is moved. Thread-safe. */
public final class SimulatedClock implements Clock {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AtomicLong nanos;

    /** Wall-clock time at nanosecond 0. */
    private final AtomicLong wallMillisAtStart;

    /**
     * @param wallMillis the wall-clock time, in ms since the epoch
     * @param nanos the monotonic time
     */
    SimulatedClock(long wallMillis, long nanos) {
        this.nanos = new AtomicLong(nanos);
        this.wallMillisAtStart = new AtomicLong(wallMillis - nanos / NANOS_PER_MILLI);
    }

    @Override
    public long wallMillis() {
        return wallMillisAtStart.get() + nanos.get() / NANOS_PER_MILLI;
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    /** Sets the wall clock forward, or back; the monotonic time stays. */
    public void jumpWallClock(Duration by) {
        wallMillisAtStart.addAndGet(by.toMillis());
    }

    /** Moves both clocks to a later monotonic time. */
    void moveTo(long newNanos) {
        nanos.set(newNanos);
    }
}
