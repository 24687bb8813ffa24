package io.narabi.store.journal;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The blocks in memory: 32 bytes each. */
final class MemoryBlockDirectory implements BlockDirectory {

    private final ConcurrentHashMap<Integer, Blocks> destinations = new ConcurrentHashMap<>();

    @Override
    public void add(int destination, BlockRef block) {
        destinations.computeIfAbsent(destination, id -> new Blocks()).add(block);
    }

    @Override
    public void replace(int destination, BlockRef block) {
        Blocks blocks = destinations.get(destination);
        if (blocks != null) {
            blocks.replace(block);
        }
    }

    @Override
    public Optional<BlockRef> atOrAfter(int destination, long sequence) {
        Blocks blocks = destinations.get(destination);
        return blocks == null ? Optional.empty() : Optional.ofNullable(blocks.atOrAfter(sequence));
    }

    @Override
    public void forEach(int destination, Consumer<BlockRef> action) {
        Optional<BlockRef> next = atOrAfter(destination, 0);
        while (next.isPresent()) {
            BlockRef block = next.get();
            action.accept(block);
            next = atOrAfter(destination, block.end());
        }
    }

    @Override
    public void drop(int destination) {
        destinations.remove(destination);
    }

    @Override
    public void forgetSegment(int destination, int segment) {
        Blocks blocks = destinations.get(destination);
        if (blocks != null) {
            blocks.forgetSegment(segment);
        }
    }

    /** Of one destination: parallel arrays, ascending. A segment and a position in it are one long. */
    private static final class Blocks {

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

        synchronized void forgetSegment(int segment) {
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if ((int) (contents[i] >>> 32) != segment && (int) (places[i] >>> 32) != segment) {
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
}
