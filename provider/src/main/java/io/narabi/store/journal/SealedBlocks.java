package io.narabi.store.journal;

import org.jspecify.annotations.Nullable;

/** The blocks of segments that are sealed. Thread-safe. */
interface SealedBlocks {

    /** Of a journal without sealed segments. */
    SealedBlocks NONE = new SealedBlocks() {
        @Override
        public void seal(int segment, int summary) {
            throw new IllegalStateException("Blocks of sealed segments are not known here");
        }

        @Override
        public void forget(int segment) {
            // There is nothing of it.
        }

        @Override
        public @Nullable BlockRef atOrAfter(int segment, int destination, long sequence) {
            return null;
        }
    };

    /** A segment has a summary at this position. */
    void seal(int segment, int summary);

    /** A segment is gone. */
    void forget(int segment);

    /**
     * The segment's block that holds the sequence, or else the first one after it; null if there is none, or the segment is gone.
     *
     * @throws io.narabi.store.StoreException {@code IO}, {@code DAMAGED}
     */
    @Nullable
    BlockRef atOrAfter(int segment, int destination, long sequence);
}
