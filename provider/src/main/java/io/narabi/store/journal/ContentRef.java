package io.narabi.store.journal;

/**
 * Where a block's directory and bodies are, with or without a place in a destination.
 *
 * @param segment which file
 * @param position where in it
 * @param headLength bytes of the directory
 * @param count of the messages
 * @param hasNonPersistent whether any of them does not survive a crash
 */
record ContentRef(int segment, int position, int headLength, int count, boolean hasNonPersistent) {

    BlockRef placed(long firstSequence, int placeSegment, int placePosition) {
        return new BlockRef(
                firstSequence, count, hasNonPersistent, headLength, segment, position, placeSegment, placePosition);
    }
}
