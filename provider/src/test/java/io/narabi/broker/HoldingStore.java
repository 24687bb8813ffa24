package io.narabi.broker;

import io.narabi.store.AppendCallback;
import io.narabi.store.Store;
import io.narabi.store.StoreState;
import io.narabi.store.StoreStatus;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.index.LaneIndex;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;

/** A store whose units become durable when the test says so. */
final class HoldingStore implements Store {

    private final Store store;
    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean holding;

    HoldingStore(Store store) {
        this.store = store;
    }

    /** From now on units wait. */
    synchronized void hold() {
        holding = true;
    }

    /** The waiting units become durable, and later ones at once. */
    synchronized void release() {
        holding = false;
        held.forEach(Runnable::run);
        held.clear();
    }

    @Override
    public synchronized void append(StoreUnit unit, AppendCallback callback) {
        if (holding) {
            held.add(() -> store.append(unit, callback));
        } else {
            store.append(unit, callback);
        }
    }

    @Override
    public StoreState open() {
        return store.open();
    }

    @Override
    public List<StoredEntry> owed(int subscription, long fromSequence, int max) {
        return store.owed(subscription, fromSequence, max);
    }

    @Override
    public OptionalLong firstOwed(int subscription, long fromSequence) {
        return store.firstOwed(subscription, fromSequence);
    }

    @Override
    public long owedCount(int subscription) {
        return store.owedCount(subscription);
    }

    @Override
    public StoredEntry entry(int destination, long sequence) {
        return store.entry(destination, sequence);
    }

    @Override
    public byte[] payload(int destination, long sequence) {
        return store.payload(destination, sequence);
    }

    @Override
    public long nextSequence(int destination) {
        return store.nextSequence(destination);
    }

    @Override
    public LaneIndex laneIndex() {
        return store.laneIndex();
    }

    @Override
    public StoreStatus status() {
        return store.status();
    }

    @Override
    public void close() {
        store.close();
    }
}
