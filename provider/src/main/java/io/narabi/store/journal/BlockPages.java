package io.narabi.store.journal;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The blocks of sealed segments: those used last in memory, the others got from the index, or from the segment's summary. Thread-safe. */
final class BlockPages implements SealedBlocks {

    /** Bytes of pages kept; the one used last is, whatever its size. */
    private static final long CACHE = 8L << 20;

    /** The most blocks of a page that is got from the index. */
    private static final int PAGE = 4_096;

    private final SummaryReader summaries;
    private final FoldedSegments folded;

    /** Where each sealed segment's summary begins. */
    private final ConcurrentHashMap<Integer, Integer> positions = new ConcurrentHashMap<>();

    /** By segment and destination, least recently used first. Guarded by itself, as is {@link #cached}. */
    private final LinkedHashMap<Long, Page> cache = new LinkedHashMap<>(16, 0.75f, true);

    private long cached;

    /** A destination's blocks in a segment that hold a sequence, or begin with one, in {@code [from, to)}. */
    private record Page(BlockList blocks, long from, long to) {

        boolean covers(long sequence) {
            return sequence >= from && sequence < to;
        }
    }

    BlockPages(SummaryReader summaries, FoldedSegments folded) {
        this.summaries = summaries;
        this.folded = folded;
    }

    @Override
    public void seal(int segment, int summary) {
        positions.put(segment, summary);
    }

    @Override
    public void forget(int segment) {
        positions.remove(segment);
        folded.remove(segment);
        synchronized (cache) {
            Iterator<Map.Entry<Long, Page>> pages = cache.entrySet().iterator();
            while (pages.hasNext()) {
                Map.Entry<Long, Page> page = pages.next();
                if ((int) (page.getKey() >>> 32) == segment) {
                    cached -= page.getValue().blocks().bytes();
                    pages.remove();
                }
            }
        }
    }

    @Override
    public @Nullable BlockRef atOrAfter(int segment, int destination, long sequence) {
        long key = key(segment, destination);
        Page page;
        synchronized (cache) {
            page = cache.get(key);
        }
        if (page == null || !page.covers(sequence)) {
            page = load(segment, destination, sequence);
        }
        return page == null ? null : page.blocks().atOrAfter(sequence);
    }

    private @Nullable Page load(int segment, int destination, long sequence) {
        Optional<List<BlockRef>> indexed = folded.blocks(segment, destination, sequence, PAGE);
        if (indexed.isPresent()) {
            BlockList blocks = new BlockList();
            indexed.get().forEach(blocks::add);
            long to = indexed.get().size() < PAGE ? Long.MAX_VALUE : blocks.end();
            Page page = new Page(blocks, sequence, to);
            remember(key(segment, destination), page);
            return page;
        }
        Integer position = positions.get(segment);
        if (position == null) {
            return null;
        }
        Map<Integer, BlockList> all = new HashMap<>();
        summaries
                .read(segment, position)
                .ifPresent(summary -> summary.blocks()
                        .forEach(block -> all.computeIfAbsent(block.destination(), id -> new BlockList())
                                .add(block.block())));
        all.forEach((id, blocks) -> {
            if (id != destination) {
                remember(key(segment, id), new Page(blocks, 0, Long.MAX_VALUE));
            }
        });
        Page wanted = new Page(all.getOrDefault(destination, new BlockList()), 0, Long.MAX_VALUE);
        remember(key(segment, destination), wanted);
        return wanted;
    }

    private void remember(long key, Page page) {
        synchronized (cache) {
            Page before = cache.put(key, page);
            cached += page.blocks().bytes()
                    - (before == null ? 0 : before.blocks().bytes());
            Iterator<Map.Entry<Long, Page>> eldest = cache.entrySet().iterator();
            while (cached > CACHE && cache.size() > 1) {
                cached -= eldest.next().getValue().blocks().bytes();
                eldest.remove();
            }
        }
    }

    private static long key(int segment, int destination) {
        return (long) segment << 32 | destination;
    }
}
