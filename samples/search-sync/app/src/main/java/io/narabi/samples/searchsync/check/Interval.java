package io.narabi.samples.searchsync.check;

/** From a time to another, in nanoseconds. */
record Interval(long from, long to) {

    long length() {
        return to - from;
    }

    boolean overlaps(Interval other) {
        return from < other.to && other.from < to;
    }
}
