package io.narabi.store.journal;

/**
 * Where a block is in the journal.
 *
 * @param firstSequence of its first message
 * @param count of its messages
 * @param hasNonPersistent whether any of them does not survive a crash
 * @param headLength bytes of the directory at the beginning of the content
 * @param contentSegment which file holds directory and bodies
 * @param contentPosition where in it
 * @param placeSegment which file holds the place; another than the content's where the messages are a prepared branch's
 * @param placePosition where in it
 */
record BlockRef(
        long firstSequence,
        int count,
        boolean hasNonPersistent,
        int headLength,
        int contentSegment,
        int contentPosition,
        int placeSegment,
        int placePosition) {

    /** The sequence after the last. */
    long end() {
        return firstSequence + count;
    }

    boolean holds(long sequence) {
        return sequence >= firstSequence && sequence < end();
    }

    /** Whether content or place are in the segment. */
    boolean isIn(int segment) {
        return contentSegment == segment || placeSegment == segment;
    }
}
