package io.narabi.broker.lane;

import org.jspecify.annotations.Nullable;

/** A lane's place in one ordered set of lanes at most. */
final class HeapNode {

    final Lane lane;
    /** Orders within a set: a sequence, or a time. */
    long key;
    /** Orders sets among each other: higher ranks first. */
    int rank;

    int index;

    @Nullable
    LaneHeap heap;

    HeapNode(Lane lane) {
        this.lane = lane;
    }

    boolean placed() {
        return heap != null;
    }

    /** Takes the lane out of the set it is in, if any. */
    void leave() {
        LaneHeap in = heap;
        if (in != null) {
            in.remove(this);
        }
    }

    /** Whether this comes before the other: higher rank, then smaller key. */
    boolean before(@Nullable HeapNode other) {
        return other == null || rank > other.rank || (rank == other.rank && key < other.key);
    }
}
