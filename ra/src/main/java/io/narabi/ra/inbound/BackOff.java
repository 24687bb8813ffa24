package io.narabi.ra.inbound;

import java.time.Duration;

/** Delays that double up to a limit. Not thread-safe. */
final class BackOff {

    private final Duration first;
    private final Duration limit;
    private Duration next;

    BackOff(Duration first, Duration limit) {
        this.first = first;
        this.limit = limit;
        this.next = first;
    }

    /** How long to wait now. */
    Duration next() {
        Duration now = next;
        Duration doubled = now.multipliedBy(2);
        next = doubled.compareTo(limit) > 0 ? limit : doubled;
        return now;
    }

    /** After a success the next delay is the first again. */
    void reset() {
        next = first;
    }
}
