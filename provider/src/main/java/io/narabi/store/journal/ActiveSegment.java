package io.narabi.store.journal;

import io.narabi.runtime.DiskFile;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import io.narabi.store.journal.JournalRecord.BranchCommitted;

/** The segment that is being written. The writer's. */
final class ActiveSegment {

    final SegmentInfo info;
    final DiskFile file;

    /** Where the next commit goes. */
    int end;

    /** Where the last commit that is durable ends. */
    int durableEnd;

    /** Where its first commit, the checkpoint, ends. */
    int checkpointEnd;

    /** The number of that commit. */
    long checkpointCommit;

    private final RecordBuffer blocks = new RecordBuffer(1 << 10);
    private int count;

    ActiveSegment(SegmentInfo info, DiskFile file) {
        this.info = info;
        this.file = file;
    }

    /** Notes for the summary which blocks got their places here. */
    void note(JournalRecord record) {
        if (record instanceof BlockPlaced block) {
            note(block);
        } else if (record instanceof BranchCommitted committed) {
            committed.blocks().forEach(this::note);
        }
    }

    private void note(BlockPlaced block) {
        RecordEncoder.putSummary(new BlockSummary(block.place().destination(), block.block()), blocks);
        count++;
    }

    int blockCount() {
        return count;
    }

    /** The blocks, encoded. */
    RecordBuffer blocks() {
        return blocks;
    }
}
