package io.narabi.store;

import io.narabi.store.index.LaneIndex;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is owed, settled and attempted, durably. Thread-safe.
 *
 * <p>One store serves one broker, which alone writes to it. Units are applied in the order in which {@link #append} was called; sequences
 * and offsets are given in that order. Everything read reflects completed units only.
 */
public interface Store extends AutoCloseable {

    /**
     * Recovers what was stored. Called once, before anything else.
     *
     * @throws StoreException {@code LOCKED} naming the holder, {@code DAMAGED} naming file and position, {@code IO}
     */
    StoreState open();

    /**
     * Queues a unit: all of it is stored, or nothing. It is durable, and visible to the reading methods, before the callback's success.
     * A unit that cannot be stored, or makes no sense (see {@link UnitCheck}), fails alone; its neighbours in a group commit stand.
     *
     * <p>Never blocks on the disk and never throws: failures go to the callback. Callbacks run on the store's worker in the order of the
     * units, and must be short. Units with messages wait while the disk has less than the minimum of free space, others do not.
     */
    void append(StoreUnit unit, AppendCallback callback);

    /**
     * Stored messages of a destination that the subscription has not settled, in the order of their sequences.
     *
     * @param fromSequence the first sequence of interest
     * @param max the most entries to return, from 1
     */
    List<StoredEntry> owed(int subscription, long fromSequence, int max);

    /** The first sequence, at or after {@code fromSequence}, of a message that the subscription has not settled. */
    OptionalLong firstOwed(int subscription, long fromSequence);

    /** Number of messages that the subscription has not settled. */
    long owedCount(int subscription);

    /**
     * One entry of the destination, settled or not, while it is stored.
     *
     * @throws StoreException {@code NOT_FOUND}, {@code IO}, {@code DAMAGED}
     */
    StoredEntry entry(int destination, long sequence);

    /**
     * The payload of a message, as appended. Settled messages have one as long as retention keeps them.
     *
     * @throws StoreException {@code NOT_FOUND}, {@code IO}, {@code DAMAGED}
     */
    byte[] payload(int destination, long sequence);

    /** The sequence that the destination's next message gets; 1 where there is no such destination. */
    long nextSequence(int destination);

    /** Where the broker puts what it knows of lanes that are blocked. Everything in it may be gone when the store is opened again. */
    LaneIndex laneIndex();

    /** Numbers about the store, by name, for observation. */
    StoreStatus status();

    /**
     * Stores what is queued, marks the close as clean and frees the lock. Units appended after this fail with {@code CLOSED}. Idempotent.
     */
    @Override
    void close();
}
