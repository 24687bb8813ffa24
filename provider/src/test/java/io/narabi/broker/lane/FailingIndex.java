package io.narabi.broker.lane;

import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.MemoryIndex;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An index in memory that fails when the test says so, and does what it is asked for when the test says so. */
final class FailingIndex implements LaneIndex {

    private MemoryIndex index = new MemoryIndex();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    BooleanSupplier failsToWrite = () -> false;
    BooleanSupplier failsToRead = () -> false;
    /** Whether it does nothing until {@link #work}; reading is not put off, as it is waited for. */
    boolean slow;

    int written;
    int read;
    int saved;
    /** How often there was something to load. */
    int loaded;

    FailingIndex() {
        index.open(0, 0);
    }

    /** What a broker that starts again finds. */
    void restart() {
        work();
        index = new MemoryIndex(index);
        index.open(0, 0);
    }

    /** What it has not done yet is not done. */
    void crash() {
        waiting.clear();
    }

    void work() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    private <T> CompletableFuture<T> later(BooleanSupplier fails, Supplier<CompletableFuture<T>> what) {
        CompletableFuture<T> future = new CompletableFuture<>();
        waiting.add(() -> {
            if (fails.getAsBoolean()) {
                future.completeExceptionally(new IllegalStateException("The index fails, as it should"));
            } else {
                what.get().whenComplete((value, failure) -> {
                    if (failure == null) {
                        future.complete(value);
                    } else {
                        future.completeExceptionally(failure);
                    }
                });
            }
        });
        if (!slow) {
            work();
        }
        return future;
    }

    @Override
    public CompletableFuture<Void> write(int subscription, long chunk, byte[] postings) {
        written++;
        return later(failsToWrite, () -> index.lanes().write(subscription, chunk, postings));
    }

    @Override
    public CompletableFuture<byte[]> read(int subscription, long chunk) {
        read++;
        CompletableFuture<byte[]> future =
                later(failsToRead, () -> index.lanes().read(subscription, chunk));
        work();
        return future;
    }

    @Override
    public CompletableFuture<Optional<SavedLanes>> load(int subscription) {
        return index.lanes().load(subscription).whenComplete((found, failure) -> {
            loaded += found.isPresent() ? 1 : 0;
        });
    }

    @Override
    public CompletableFuture<Void> save(int subscription, SavedLanes lanes) {
        saved++;
        return later(failsToWrite, () -> index.lanes().save(subscription, lanes));
    }

    @Override
    public CompletableFuture<Void> drop(int subscription) {
        return later(failsToWrite, () -> index.lanes().drop(subscription));
    }
}
