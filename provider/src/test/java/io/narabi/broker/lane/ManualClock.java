package io.narabi.broker.lane;

import io.narabi.runtime.Clock;
import java.time.Duration;

/** Time that passes when a test says so. */
final class ManualClock implements Clock {

    private long nanos = -5_000_000_000L;
    private long wall = 1_700_000_000_000L;

    void advance(Duration time) {
        nanos += time.toNanos();
        wall += time.toMillis();
    }

    void advanceMillis(long millis) {
        advance(Duration.ofMillis(millis));
    }

    /** The wall clock alone is set. */
    void jump(long millis) {
        wall += millis;
    }

    @Override
    public long wallMillis() {
        return wall;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }
}
