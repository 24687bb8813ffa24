package io.narabi.store.index;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lanes of a {@link MemoryIndex}. */
final class MemoryLanes implements LaneIndex {

    private static final class Kept {
        final Map<Long, byte[]> chunks = new TreeMap<>();

        @Nullable
        SavedLanes saved;
    }

    private final BooleanSupplier open;

    /** Guarded by itself, as are the values. */
    private final Map<Integer, Kept> subscriptions = new HashMap<>();

    MemoryLanes(BooleanSupplier open) {
        this.open = open;
    }

    /** With what a restart finds of {@code before}. */
    MemoryLanes(BooleanSupplier open, MemoryLanes before) {
        this.open = open;
        synchronized (before.subscriptions) {
            before.subscriptions.forEach((subscription, kept) -> {
                if (kept.saved != null) {
                    Kept found = new Kept();
                    found.saved = kept.saved;
                    found.chunks.putAll(kept.chunks);
                    found.chunks.keySet().retainAll(named(kept.saved));
                    subscriptions.put(subscription, found);
                }
            });
        }
    }

    /** The numbers of the chunks that were written before and are part of it. */
    static Set<Long> named(SavedLanes lanes) {
        return lanes.lanes().stream()
                .flatMap(lane -> lane.chunks().stream())
                .map(SavedChunk::chunk)
                .filter(chunk -> chunk != 0)
                .collect(Collectors.toSet());
    }

    @Override
    public CompletableFuture<Void> write(int subscription, long chunk, byte[] postings) {
        if (!open.getAsBoolean()) {
            return MemoryIndex.notOpen();
        }
        synchronized (subscriptions) {
            subscriptions.computeIfAbsent(subscription, id -> new Kept()).chunks.put(chunk, postings);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<byte[]> read(int subscription, long chunk) {
        if (!open.getAsBoolean()) {
            return MemoryIndex.notOpen();
        }
        synchronized (subscriptions) {
            Kept kept = subscriptions.get(subscription);
            byte[] postings = kept == null ? null : kept.chunks.get(chunk);
            if (postings == null) {
                return CompletableFuture.failedFuture(noChunk(subscription, chunk));
            }
            return CompletableFuture.completedFuture(postings);
        }
    }

    @Override
    public CompletableFuture<Optional<SavedLanes>> load(int subscription) {
        if (!open.getAsBoolean()) {
            return MemoryIndex.notOpen();
        }
        synchronized (subscriptions) {
            Kept kept = subscriptions.get(subscription);
            if (kept == null) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            Optional<SavedLanes> saved = Optional.ofNullable(kept.saved);
            kept.chunks.keySet().retainAll(saved.map(MemoryLanes::named).orElse(Set.of()));
            return CompletableFuture.completedFuture(saved);
        }
    }

    @Override
    public CompletableFuture<Void> save(int subscription, SavedLanes lanes) {
        if (!open.getAsBoolean()) {
            return MemoryIndex.notOpen();
        }
        Set<Long> named = named(lanes);
        synchronized (subscriptions) {
            Kept kept = subscriptions.computeIfAbsent(subscription, id -> new Kept());
            for (long chunk : named) {
                if (!kept.chunks.containsKey(chunk)) {
                    return CompletableFuture.failedFuture(noChunk(subscription, chunk));
                }
            }
            kept.saved = lanes;
            kept.chunks.keySet().retainAll(named);
        }
        return CompletableFuture.completedFuture(null);
    }

    static IndexException noChunk(int subscription, long chunk) {
        return new IndexException("The index holds no chunk " + chunk + " of lanes of subscription " + subscription);
    }

    @Override
    public CompletableFuture<Void> drop(int subscription) {
        if (!open.getAsBoolean()) {
            return MemoryIndex.notOpen();
        }
        synchronized (subscriptions) {
            subscriptions.remove(subscription);
        }
        return CompletableFuture.completedFuture(null);
    }

    void clear() {
        synchronized (subscriptions) {
            subscriptions.clear();
        }
    }
}
