package io.narabi.store.journal;

import io.narabi.store.index.Folded;
import io.narabi.store.index.IndexException;
import io.narabi.store.index.IndexedBlock;
import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.MemoryIndex;
import io.narabi.store.index.SegmentFold;
import io.narabi.store.index.StateFold;
import io.narabi.store.index.StoreIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** An index in memory that remembers what it was asked for, and fails on demand. */
final class SpiedIndex implements StoreIndex {

    final List<SegmentFold> folds = new ArrayList<>();
    final List<StateFold> states = new ArrayList<>();
    final AtomicInteger lookUps = new AtomicInteger();
    boolean failing;

    /** Fails until it is opened again, and is empty then. */
    boolean broken;

    private MemoryIndex index;

    SpiedIndex(MemoryIndex index) {
        this.index = index;
    }

    /** With what the other one had taken in. */
    SpiedIndex(SpiedIndex before) {
        this(new MemoryIndex(before.index));
    }

    SpiedIndex failing() {
        failing = true;
        return this;
    }

    @Override
    public Folded open(long storeId, long lastCommit) {
        if (broken) {
            broken = false;
            index = new MemoryIndex();
        }
        return index.open(storeId, lastCommit);
    }

    @Override
    public CompletableFuture<Void> fold(SegmentFold fold) {
        if (failing || broken) {
            return fail();
        }
        folds.add(fold);
        return index.fold(fold);
    }

    @Override
    public CompletableFuture<Void> fold(StateFold fold) {
        if (failing || broken) {
            return fail();
        }
        states.add(fold);
        return index.fold(fold);
    }

    @Override
    public CompletableFuture<List<IndexedBlock>> blocks(int segment, int destination, long fromSequence, int max) {
        lookUps.incrementAndGet();
        return failing || broken ? fail() : index.blocks(segment, destination, fromSequence, max);
    }

    private static <T> CompletableFuture<T> fail() {
        return CompletableFuture.failedFuture(new IndexException("told to fail"));
    }

    @Override
    public LaneIndex lanes() {
        return index.lanes();
    }

    @Override
    public void close() {
        index.close();
    }
}
