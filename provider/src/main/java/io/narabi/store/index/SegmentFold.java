package io.narabi.store.index;

import java.util.List;

/**
 * A sealed segment, as an index takes it in.
 *
 * @param segment its number
 * @param commit the number of its last commit
 * @param blocks those placed in it, ascending by destination and sequence
 */
public record SegmentFold(int segment, long commit, List<IndexedBlock> blocks) {
    public SegmentFold {
        blocks = List.copyOf(blocks);
    }
}
