package io.narabi.store.journal;

/** A block as a full segment's summary lists it. */
record BlockSummary(int destination, BlockRef block) {}
