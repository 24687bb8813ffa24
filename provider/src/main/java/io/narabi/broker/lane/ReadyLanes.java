package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lanes that could give a message, by who wants it: those that the same selector classes want stand together, a band per rank, each ordered
 * by the sequence of the message. Finding the best for a class looks at the first of one band per such set; entering and leaving is
 * logarithmic.
 */
final class ReadyLanes {

    /** Priorities 0 to 9; ten more for what came back to a session, and goes first. */
    static final int RANKS = 20;

    static final int CAME_BACK = 10;

    private final List<Bands> sets = new ArrayList<>(1);

    void add(HeapNode node, MatchSet matches, int rank, long key) {
        node.rank = rank;
        node.key = key;
        bands(matches).heap(rank).add(node);
    }

    private Bands bands(MatchSet matches) {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).matches == matches) {
                return sets.get(i);
            }
        }
        // Sets that nothing matches any more are cleared away when a new one comes: there are few at any time.
        sets.removeIf(set -> set.size == 0);
        Bands added = new Bands(matches);
        sets.add(added);
        return added;
    }

    /** The best lane for the class: highest rank, then earliest message. */
    @Nullable
    HeapNode best(SelectorClass selector) {
        HeapNode best = null;
        for (int i = 0; i < sets.size(); i++) {
            Bands set = sets.get(i);
            if (set.size > 0 && set.matches.contains(selector)) {
                HeapNode first = set.first();
                if (first != null && first.before(best)) {
                    best = first;
                }
            }
        }
        return best;
    }

    /** The best lane for the class that the filter accepts; looks at many. */
    @Nullable
    HeapNode best(SelectorClass selector, Predicate<Lane> filter) {
        HeapNode best = null;
        for (Bands set : sets) {
            if (set.size > 0 && set.matches.contains(selector)) {
                HeapNode first = set.first(filter);
                if (first != null && first.before(best)) {
                    best = first;
                }
            }
        }
        return best;
    }

    /** The earliest message's sequence among the lanes for the class below the rank; the largest long if there is none. */
    long earliestBelow(int rank, SelectorClass selector) {
        long earliest = Long.MAX_VALUE;
        for (Bands set : sets) {
            if (set.size > 0 && set.matches.contains(selector)) {
                earliest = Math.min(earliest, set.earliestBelow(rank));
            }
        }
        return earliest;
    }

    /** How many lanes there are for the class. */
    int count(SelectorClass selector) {
        int count = 0;
        for (int i = 0; i < sets.size(); i++) {
            Bands set = sets.get(i);
            if (set.matches.contains(selector)) {
                count += set.size;
            }
        }
        return count;
    }

    boolean isEmpty() {
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).size > 0) {
                return false;
            }
        }
        return true;
    }

    /** All lanes, in no order: a copy. */
    List<Lane> all() {
        List<Lane> all = new ArrayList<>();
        for (Bands set : sets) {
            for (LaneHeap heap : set.heaps) {
                for (int i = 0; heap != null && i < heap.size(); i++) {
                    all.add(heap.get(i).lane);
                }
            }
        }
        return all;
    }

    /** The bands of lanes that the same classes want. */
    private static final class Bands {
        private final MatchSet matches;
        private final @Nullable LaneHeap[] heaps = new @Nullable LaneHeap[RANKS];
        /** Ranks with lanes, a bit each. */
        private int occupied;

        private int size;

        Bands(MatchSet matches) {
            this.matches = matches;
        }

        LaneHeap heap(int rank) {
            LaneHeap heap = heaps[rank];
            if (heap == null) {
                int bit = 1 << rank;
                int[] before = new int[1];
                heap = new LaneHeap(now -> {
                    size += now - before[0];
                    before[0] = now;
                    occupied = now == 0 ? occupied & ~bit : occupied | bit;
                });
                heaps[rank] = heap;
            }
            return heap;
        }

        @Nullable
        HeapNode first() {
            LaneHeap highest = heaps[31 - Integer.numberOfLeadingZeros(occupied)];
            return highest == null ? null : highest.first();
        }

        @Nullable
        HeapNode first(Predicate<Lane> filter) {
            for (int rank = RANKS - 1; rank >= 0; rank--) {
                LaneHeap heap = heaps[rank];
                HeapNode first = heap == null ? null : heap.first(filter);
                if (first != null) {
                    return first;
                }
            }
            return null;
        }

        long earliestBelow(int rank) {
            long earliest = Long.MAX_VALUE;
            for (int lower = 0; lower < rank; lower++) {
                LaneHeap heap = heaps[lower];
                HeapNode first = heap == null ? null : heap.first();
                if (first != null) {
                    earliest = Math.min(earliest, first.key);
                }
            }
            return earliest;
        }
    }
}
