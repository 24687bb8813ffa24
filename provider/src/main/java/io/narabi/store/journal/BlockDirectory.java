package io.narabi.store.journal;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where each destination's blocks are. Thread-safe.
 *
 * <p>Changed by the journal's writer only. Blocks of a destination are added in the order of their sequences and do not overlap; between
 * them there may be gaps.
 */
interface BlockDirectory {

    /** Adds a block behind all others of the destination. */
    void add(int destination, BlockRef block);

    /** Replaces the block that begins with the same sequence: it was written to another place. */
    void replace(int destination, BlockRef block);

    /** The block that holds the sequence, or else the first one after it. */
    Optional<BlockRef> atOrAfter(int destination, long sequence);

    /** All blocks of the destination, in their order. */
    void forEach(int destination, Consumer<BlockRef> action);

    /** Removes all blocks of the destination. */
    void drop(int destination);

    /** Removes the destination's blocks whose content or place is in the segment. */
    void forgetSegment(int destination, int segment);
}
