package io.narabi.store.journal;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Blocks of one destination: parallel arrays, ascending, 36 bytes each. A segment and a position in it are one long. Thread-safe. */
final class BlockList {

    private static final int FLAG = Integer.MIN_VALUE;

    private long[] firsts = new long[16];
    private int[] counts = new int[16];
    private int[] headLengths = new int[16];
    private long[] contents = new long[16];
    private long[] places = new long[16];
    private int size;

    synchronized void add(BlockRef block) {
        if (size > 0 && block.firstSequence() < firsts[size - 1] + count(size - 1)) {
            throw new IllegalStateException(
                    "Block " + block + " is not behind sequence " + (firsts[size - 1] + count(size - 1)));
        }
        if (size == firsts.length) {
            resize(size + (size >> 1));
        }
        size++;
        set(size - 1, block);
    }

    synchronized void replace(BlockRef block) {
        int at = Arrays.binarySearch(firsts, 0, size, block.firstSequence());
        if (at >= 0) {
            set(at, block);
        }
    }

    synchronized @Nullable BlockRef atOrAfter(long sequence) {
        int at = Arrays.binarySearch(firsts, 0, size, sequence);
        if (at < 0) {
            int before = -at - 2;
            at = before >= 0 && sequence < firsts[before] + count(before) ? before : before + 1;
        }
        return at < size ? get(at) : null;
    }

    /** Removes the blocks whose content or place is in the segment. */
    synchronized void forgetSegment(int segment) {
        keep(i -> segmentOf(contents[i]) != segment && segmentOf(places[i]) != segment);
    }

    /** Removes the blocks whose place is in the segment. */
    synchronized void removePlacedIn(int segment) {
        keep(i -> segmentOf(places[i]) != segment);
    }

    private void keep(IntPredicate wanted) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (wanted.test(i)) {
                firsts[kept] = firsts[i];
                counts[kept] = counts[i];
                headLengths[kept] = headLengths[i];
                contents[kept] = contents[i];
                places[kept] = places[i];
                kept++;
            }
        }
        size = kept;
        if (firsts.length > 64 && size < firsts.length / 4) {
            resize(Math.max(16, 2 * size));
        }
    }

    /** Bytes that it takes, about. */
    synchronized long bytes() {
        return 64 + 36L * firsts.length;
    }

    /** The sequence after the last block; 0 if there is none. */
    synchronized long end() {
        return size == 0 ? 0 : firsts[size - 1] + count(size - 1);
    }

    private static int segmentOf(long place) {
        return (int) (place >>> 32);
    }

    private BlockRef get(int at) {
        return new BlockRef(
                firsts[at],
                count(at),
                (counts[at] & FLAG) != 0,
                headLengths[at],
                (int) (contents[at] >>> 32),
                (int) contents[at],
                (int) (places[at] >>> 32),
                (int) places[at]);
    }

    private void set(int at, BlockRef block) {
        firsts[at] = block.firstSequence();
        counts[at] = block.count() | (block.hasNonPersistent() ? FLAG : 0);
        headLengths[at] = block.headLength();
        contents[at] = (long) block.contentSegment() << 32 | block.contentPosition();
        places[at] = (long) block.placeSegment() << 32 | block.placePosition();
    }

    private int count(int at) {
        return counts[at] & ~FLAG;
    }

    private void resize(int capacity) {
        firsts = Arrays.copyOf(firsts, capacity);
        counts = Arrays.copyOf(counts, capacity);
        headLengths = Arrays.copyOf(headLengths, capacity);
        contents = Arrays.copyOf(contents, capacity);
        places = Arrays.copyOf(places, capacity);
    }
}
