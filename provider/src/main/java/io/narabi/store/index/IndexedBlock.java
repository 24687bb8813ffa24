package io.narabi.store.index;

/**
 * A row of the block directory: messages of one destination that were stored together.
 *
 * @param destination the destination
 * @param firstSequence of the first message; the others follow without a gap
 * @param count of its messages
 * @param hasNonPersistent whether any of them does not survive a crash
 * @param headLength bytes of the block's own directory at the beginning of its content
 * @param contentSegment the segment that holds directory and bodies
 * @param contentPosition where in it
 * @param placePosition where in the segment that lists the block its place is
 */
public record IndexedBlock(
        int destination,
        long firstSequence,
        int count,
        boolean hasNonPersistent,
        int headLength,
        int contentSegment,
        int contentPosition,
        int placePosition) {}
