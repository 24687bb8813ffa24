package io.narabi.store.index;

import io.narabi.store.StoreRecord.DefineSubscription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An index that is gone with the object. Everything is done before a call returns, on the caller's thread. */
public final class MemoryIndex implements StoreIndex {

    private enum Phase {
        NEW,
        OPEN,
        CLOSED
    }

    private final MemoryLanes lanes;

    /** Guards all that follows. */
    private final Object monitor = new Object();

    /** By segment, then by destination, ascending. */
    private final Map<Integer, Map<Integer, List<IndexedBlock>>> segments = new HashMap<>();

    private Set<Integer> subscriptions = Set.of();
    private @Nullable Long store;
    private long commit;
    private Phase phase = Phase.NEW;

    /** An empty one. */
    public MemoryIndex() {
        lanes = new MemoryLanes(this::isOpen);
    }

    /** What a restart finds of another one, which is no longer used: what was folded, and the lanes that were saved. */
    public MemoryIndex(MemoryIndex before) {
        synchronized (before.monitor) {
            segments.putAll(before.segments);
            subscriptions = before.subscriptions;
            store = before.store;
            commit = before.commit;
        }
        lanes = new MemoryLanes(this::isOpen, before.lanes);
    }

    @Override
    public Folded open(long storeId, long lastCommit) {
        synchronized (monitor) {
            if (phase != Phase.NEW) {
                throw new IllegalStateException("The index in memory has been opened before");
            }
            phase = Phase.OPEN;
            if (store == null || store != storeId || commit > lastCommit) {
                segments.clear();
                subscriptions = Set.of();
                commit = 0;
                lanes.clear();
            }
            store = storeId;
            return new Folded(segments.keySet(), commit);
        }
    }

    @Override
    public CompletableFuture<Void> fold(SegmentFold fold) {
        synchronized (monitor) {
            if (phase != Phase.OPEN) {
                return notOpen();
            }
            segments.put(
                    fold.segment(), fold.blocks().stream().collect(Collectors.groupingBy(IndexedBlock::destination)));
            commit = Math.max(commit, fold.commit());
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> fold(StateFold fold) {
        Set<Integer> inForce =
                fold.subscriptions().stream().map(DefineSubscription::id).collect(Collectors.toUnmodifiableSet());
        synchronized (monitor) {
            if (phase != Phase.OPEN) {
                return notOpen();
            }
            segments.keySet().retainAll(fold.segments());
            commit = Math.max(commit, fold.commit());
            Stream<Integer> gone = subscriptions.stream().filter(id -> !inForce.contains(id));
            gone.forEach(lanes::drop);
            subscriptions = inForce;
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<List<IndexedBlock>> blocks(int segment, int destination, long fromSequence, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("At least one block has to be asked for, not " + max);
        }
        synchronized (monitor) {
            if (phase != Phase.OPEN) {
                return notOpen();
            }
            List<IndexedBlock> blocks = segments.getOrDefault(segment, Map.of()).getOrDefault(destination, List.of());
            int first = firstThatEndsAfter(blocks, fromSequence);
            int end = Math.min(blocks.size() - first, max) + first;
            return CompletableFuture.completedFuture(List.copyOf(blocks.subList(first, end)));
        }
    }

    private static int firstThatEndsAfter(List<IndexedBlock> blocks, long sequence) {
        int low = 0;
        int high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            IndexedBlock block = blocks.get(middle);
            if (block.firstSequence() + block.count() > sequence) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    @Override
    public LaneIndex lanes() {
        return lanes;
    }

    @Override
    public void close() {
        synchronized (monitor) {
            phase = Phase.CLOSED;
        }
    }

    private boolean isOpen() {
        synchronized (monitor) {
            return phase == Phase.OPEN;
        }
    }

    static <T> CompletableFuture<T> notOpen() {
        return CompletableFuture.failedFuture(new IndexException("The index in memory is not open"));
    }
}
