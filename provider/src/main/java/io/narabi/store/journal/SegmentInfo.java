package io.narabi.store.journal;

import java.util.HashSet;
import java.util.Set;

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

    SegmentInfo(int number, long epoch, long now) {
        this.number = number;
        this.epoch = epoch;
        this.emptySince = now;
    }

    boolean isEmpty() {
        return owed == 0 && prepared == 0;
    }
}
