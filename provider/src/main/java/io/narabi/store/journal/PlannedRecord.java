package io.narabi.store.journal;

import java.io.IOException;

/** A record of the commit that is being planned: written, then, if the commit became durable, applied. */
sealed interface PlannedRecord permits PlannedSmall, PlannedBlock, PlannedBranch, PlannedBranchEnd {

    /** Writes the record into the segment's commit. */
    void write(FrameWriter out, RecordBuffer scratch, int segment) throws IOException;

    /** What the written record says. */
    JournalRecord event();
}
