package io.narabi.store.journal;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is known of a segment. The writer's, but for the final fields. */
final class SegmentInfo {

    final int number;

    /** The boot epoch that it was written in. */
    final long epoch;

    /** Where its commits end; what may be behind is none of the journal. */
    int end;

    /** Where the commit with the summary begins; 0 for none. */
    int summary;

    /** Messages with content or place in it, counted once for each subscription that is owed them. */
    long owed;

    /** Parts of prepared branches in it. */
    int prepared;

    /** When it came to hold nothing that is owed, ms since the epoch; meaningful only while that is so. */
    long emptySince;

    /** Those it has messages of. */
    final Set<Integer> destinations = new HashSet<>();

    /** What is placed in it, by destination. */
    private final Map<Integer, SegmentRange> ranges = new TreeMap<>();

    /** How many of the messages placed in it each subscription is owed. */
    private final Map<Integer, Long> owedTo = new TreeMap<>();

    /** How many of the messages placed in it are owed whose content is in another segment, by that; once for each subscription. */
    private final Map<Integer, Long> owedElsewhere = new TreeMap<>();

    SegmentInfo(int number, long epoch, long now) {
        this.number = number;
        this.epoch = epoch;
        this.emptySince = now;
    }

    boolean isEmpty() {
        return owed == 0 && prepared == 0;
    }

    Map<Integer, SegmentRange> ranges() {
        return ranges;
    }

    Map<Integer, Long> owedTo() {
        return owedTo;
    }

    Map<Integer, Long> owedElsewhere() {
        return owedElsewhere;
    }

    /** Something came to it. */
    void touched(long now) {
        if (isEmpty()) {
            emptySince = now;
        }
    }

    /** A block is placed here. */
    void place(int destination, BlockRef block) {
        destinations.add(destination);
        SegmentRange range = ranges.get(destination);
        ranges.put(destination, range == null ? SegmentRange.of(number, block) : range.with(block));
    }

    /** So many more, or less, of a block that is placed here are owed to the subscription. */
    void owe(BlockRef block, int subscription, long count) {
        owed += count;
        add(owedTo, subscription, count);
        if (block.contentSegment() != number) {
            add(owedElsewhere, block.contentSegment(), count);
        }
    }

    private static void add(Map<Integer, Long> counts, int key, long count) {
        long sum = counts.getOrDefault(key, 0L) + count;
        if (sum == 0) {
            counts.remove(key);
        } else {
            counts.put(key, sum);
        }
    }
}
