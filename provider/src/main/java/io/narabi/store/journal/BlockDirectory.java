package io.narabi.store.journal;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where each destination's blocks are. Look-ups are thread-safe; changed by the journal's writer only.
 *
 * <p>Blocks of a destination are added in the order of their sequences and do not overlap; between them there may be gaps. Those of
 * segments that are not sealed are in memory. Of a sealed segment only the range of sequences is, for each destination; its blocks are read
 * when they are wanted. So neither memory nor a start depends on how many there are.
 */
final class BlockDirectory {

    /** Blocks of segments that are not sealed: the one that is written, and those given up when the disk failed. */
    private final ConcurrentHashMap<Integer, BlockList> tail = new ConcurrentHashMap<>();

    /** By destination, then by the range's first sequence. */
    private final ConcurrentHashMap<Integer, ConcurrentSkipListMap<Long, SegmentRange>> sealed =
            new ConcurrentHashMap<>();

    private final SealedBlocks pages;
    private final SegmentTable segments;

    BlockDirectory(SealedBlocks pages, SegmentTable segments) {
        this.pages = pages;
        this.segments = segments;
    }

    /** Adds a block behind all others of the destination. */
    void add(int destination, BlockRef block) {
        tail.computeIfAbsent(destination, id -> new BlockList()).add(block);
    }

    /** Replaces the block that begins with the same sequence, of a segment that is not sealed: it was written to another place. */
    void replace(int destination, BlockRef block) {
        BlockList blocks = tail.get(destination);
        if (blocks != null) {
            blocks.replace(block);
        }
    }

    /** The segment has a summary, durably: its blocks need not be in memory. */
    void seal(SegmentInfo segment) {
        pages.seal(segment.number, segment.summary);
        segment.ranges().forEach((destination, range) -> {
            sealed.computeIfAbsent(destination, id -> new ConcurrentSkipListMap<>())
                    .put(range.first(), range);
            // Last: who has not found a block here must find it there.
            BlockList blocks = tail.get(destination);
            if (blocks != null) {
                blocks.removePlacedIn(segment.number);
            }
        });
    }

    /**
     * The block that holds the sequence, or else the first one after it.
     *
     * @throws io.narabi.store.StoreException {@code IO}, {@code DAMAGED}
     */
    Optional<BlockRef> atOrAfter(int destination, long sequence) {
        // First: what is not here any more is there.
        BlockList blocks = tail.get(destination);
        BlockRef inTail = blocks == null ? null : blocks.atOrAfter(sequence);
        if (inTail != null && inTail.holds(sequence)) {
            return Optional.of(inTail);
        }
        BlockRef inSealed = inSealed(destination, sequence);
        if (inSealed == null || (inTail != null && inTail.firstSequence() < inSealed.firstSequence())) {
            return Optional.ofNullable(inTail);
        }
        return Optional.of(inSealed);
    }

    private @Nullable BlockRef inSealed(int destination, long sequence) {
        ConcurrentSkipListMap<Long, SegmentRange> ranges = sealed.get(destination);
        if (ranges == null) {
            return null;
        }
        Map.Entry<Long, SegmentRange> at = ranges.floorEntry(sequence);
        if (at == null || at.getValue().end() <= sequence) {
            at = ranges.higherEntry(sequence);
        }
        while (at != null) {
            BlockRef found = inSegment(at.getValue(), destination, sequence);
            if (found != null) {
                return found;
            }
            at = ranges.higherEntry(at.getKey());
        }
        return null;
    }

    private @Nullable BlockRef inSegment(SegmentRange range, int destination, long sequence) {
        long from = Math.max(sequence, range.first());
        while (from < range.end()) {
            BlockRef block = pages.atOrAfter(range.segment(), destination, from);
            // Where the bodies are gone, all of it has been settled.
            if (block == null || isThere(block)) {
                return block;
            }
            from = block.end();
        }
        return null;
    }

    private boolean isThere(BlockRef block) {
        return block.contentSegment() == block.placeSegment()
                || segments.find(block.contentSegment()).isPresent();
    }

    /** All blocks of the destination, in their order. */
    void forEach(int destination, Consumer<BlockRef> action) {
        forEach(destination, 0, Long.MAX_VALUE, action);
    }

    private void forEach(int destination, long from, long to, Consumer<BlockRef> action) {
        Optional<BlockRef> next = atOrAfter(destination, from);
        while (next.isPresent() && next.get().firstSequence() < to) {
            BlockRef block = next.get();
            action.accept(block);
            next = atOrAfter(destination, block.end());
        }
    }

    /** Blocks of the destination that hold messages that do not survive a crash, and may be owed. */
    void forEachVolatile(int destination, Consumer<BlockRef> action) {
        ConcurrentSkipListMap<Long, SegmentRange> ranges = sealed.get(destination);
        if (ranges != null) {
            ranges.values().stream()
                    .filter(range -> range.hasNonPersistent() && segments.get(range.segment()).owed > 0)
                    .forEach(range -> forEach(destination, range.first(), range.end(), block -> {
                        if (block.hasNonPersistent()) {
                            action.accept(block);
                        }
                    }));
        }
        BlockList blocks = tail.get(destination);
        BlockRef next = blocks == null ? null : blocks.atOrAfter(0);
        while (blocks != null && next != null) {
            if (next.hasNonPersistent()) {
                action.accept(next);
            }
            next = blocks.atOrAfter(next.end());
        }
    }

    /** Removes all blocks of the destination. */
    void drop(int destination) {
        tail.remove(destination);
        sealed.remove(destination);
    }

    /** Removes the blocks whose content or place is in the segment. */
    void forgetSegment(SegmentInfo segment) {
        for (int destination : segment.destinations) {
            BlockList blocks = tail.get(destination);
            if (blocks != null) {
                blocks.forgetSegment(segment.number);
            }
            SegmentRange range = segment.ranges().get(destination);
            ConcurrentSkipListMap<Long, SegmentRange> ranges = sealed.get(destination);
            if (range != null && ranges != null) {
                ranges.remove(range.first(), range);
            }
        }
        pages.forget(segment.number);
    }
}
