package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord;
import java.util.List;

/** What a record in the journal says happened. Nobody changes the arrays. */
sealed interface JournalRecord {

    record DestinationDefined(StoreRecord.DefineDestination definition) implements JournalRecord {}

    record DestinationDropped(int id) implements JournalRecord {}

    /** @param start the first sequence that the subscription is owed, unless it is there already */
    record SubscriptionDefined(StoreRecord.DefineSubscription definition, long start) implements JournalRecord {}

    record SubscriptionDropped(int id) implements JournalRecord {}

    record Settled(int subscription, long[] sequences, StoreRecord.Settlement how) implements JournalRecord {}

    record Attempted(StoreRecord.Attempt attempt) implements JournalRecord {}

    record Marked(StoreRecord.AttemptMark mark) implements JournalRecord {}

    record LaneMarked(StoreRecord.LaneMark mark) implements JournalRecord {}

    /**
     * Messages that got their places.
     *
     * @param counts how many messages there are of each partition of the place
     */
    record BlockPlaced(BlockPlace place, BlockRef block, int[] counts) implements JournalRecord {}

    record BranchPrepared(PreparedState branch) implements JournalRecord {}

    record BranchCommitted(BranchId branch, List<BlockPlaced> blocks) implements JournalRecord {
        public BranchCommitted {
            blocks = List.copyOf(blocks);
        }
    }

    record BranchRolledBack(BranchId branch) implements JournalRecord {}

    /** No sequence of the destination below the ceiling is given again after a crash. */
    record Reserved(int destination, long ceiling) implements JournalRecord {}

    record SegmentsForgotten(List<Integer> segments) implements JournalRecord {
        public SegmentsForgotten {
            segments = List.copyOf(segments);
        }
    }

    /** Everything that was in force; its content is read by {@link CheckpointCodec}. */
    record CheckpointTaken(byte[] content) implements JournalRecord {}

    record Summarized(List<BlockSummary> blocks) implements JournalRecord {
        public Summarized {
            blocks = List.copyOf(blocks);
        }
    }

    record Closed() implements JournalRecord {}
}
