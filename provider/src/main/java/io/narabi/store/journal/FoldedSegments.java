package io.narabi.store.journal;

import io.narabi.store.index.IndexedBlock;
import io.narabi.store.index.StoreIndex;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The segments whose blocks the index has, to be looked up there. Thread-safe. */
final class FoldedSegments {

    private static final Logger LOG = LoggerFactory.getLogger(FoldedSegments.class);

    private final StoreIndex index;
    private final Set<Integer> segments = ConcurrentHashMap.newKeySet();

    /** The index is at work on something that may take long. */
    private volatile boolean busy;

    FoldedSegments(StoreIndex index) {
        this.index = index;
    }

    void add(int segment) {
        segments.add(segment);
    }

    /** The index was opened, and has these. */
    void replaceBy(Set<Integer> found) {
        segments.retainAll(found);
        segments.addAll(found);
    }

    void remove(int segment) {
        segments.remove(segment);
    }

    boolean contains(int segment) {
        return segments.contains(segment);
    }

    void busy(boolean value) {
        busy = value;
    }

    /**
     * Blocks of a destination in a segment, from the one that holds the sequence, or else the first one after it. Empty where the index
     * does not have them, or would let us wait: then the journal is quicker.
     */
    Optional<List<BlockRef>> blocks(int segment, int destination, long fromSequence, int max) {
        if (busy || !segments.contains(segment)) {
            return Optional.empty();
        }
        try {
            return Optional.of(index.blocks(segment, destination, fromSequence, max).join().stream()
                    .map(block -> ref(segment, block))
                    .toList());
        } catch (CompletionException | CancellationException e) {
            if (segments.remove(segment)) {
                LOG.warn(
                        "The index does not answer for segment {}; its blocks are read from the journal",
                        Format.fileName(segment),
                        e.getCause() == null ? e : e.getCause());
            }
            return Optional.empty();
        }
    }

    private static BlockRef ref(int segment, IndexedBlock block) {
        return new BlockRef(
                block.firstSequence(),
                block.count(),
                block.hasNonPersistent(),
                block.headLength(),
                block.contentSegment(),
                block.contentPosition(),
                segment,
                block.placePosition());
    }
}
