package io.narabi.store.journal;

/**
 * Where the messages of a block are in their destination. Nobody changes the arrays.
 *
 * @param destination the destination
 * @param firstSequence of the first message; the others follow without a gap
 * @param partitions the partitions that the block has messages of
 * @param offsets for each of them the offset of its first message in the block
 */
record BlockPlace(int destination, long firstSequence, int[] partitions, long[] offsets) {

    /** Bytes of a place for this number of partitions, as stored. */
    static int encodedSize(int partitions) {
        return 4 + 8 + 2 + 10 * partitions + 4;
    }
}
