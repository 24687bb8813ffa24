package io.narabi.samples.searchsync.check;

/** From a time, to just before another, in nanoseconds. Empty where it does not end after it began. */
record Interval(long from, long to) {

    /** What both have in common. */
    Interval and(Interval other) {
        return new Interval(Math.max(from, other.from), Math.min(to, other.to));
    }

    /** Zero, or less, where it is empty. */
    long length() {
        return to - from;
    }

    boolean isEmpty() {
        return to <= from;
    }
}
