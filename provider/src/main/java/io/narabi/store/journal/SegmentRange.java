package io.narabi.store.journal;

/**
 * What a segment has of a destination.
 *
 * @param segment its number
 * @param first the first sequence placed in it
 * @param end the sequence after the last one
 * @param hasNonPersistent whether any of the messages does not survive a crash
 */
record SegmentRange(int segment, long first, long end, boolean hasNonPersistent) {

    static SegmentRange of(int segment, BlockRef block) {
        return new SegmentRange(segment, block.firstSequence(), block.end(), block.hasNonPersistent());
    }

    /** With a block behind the others. */
    SegmentRange with(BlockRef block) {
        return new SegmentRange(
                segment,
                Math.min(first, block.firstSequence()),
                Math.max(end, block.end()),
                hasNonPersistent || block.hasNonPersistent());
    }
}
