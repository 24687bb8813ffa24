package io.narabi.store.memory;

import io.narabi.runtime.Environment;
import io.narabi.runtime.Timer;
import io.narabi.runtime.Worker;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreState;
import io.narabi.store.StoreStatus;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.MemoryIndex;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that forgets everything when it is closed. A new one is empty; it can be opened once. Thread-safe.
 *
 * <p>A unit that is appended when the store has been closed fails at once, on the thread that appends it.
 */
public final class MemoryStore implements Store {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The wall clock may jump: it is looked at again after an hour at the latest. */
    private static final long MAX_DELAY_MILLIS = 3_600_000;

    private final Environment environment;
    private final Worker worker;
    private final MemoryIndex index = new MemoryIndex();
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    /** Guarded by the lock, as are the other fields. Null before the store is opened and after it is closed. */
    private @Nullable MemoryContent content;

    private boolean opened;
    private boolean closed;
    private long commits;
    private Timer.@Nullable Cancellable cleaning;

    /**
     * @param environment whose worker applies the units, and whose wall clock retention goes by
     */
    public MemoryStore(Environment environment) {
        this.environment = environment;
        this.worker = environment.worker("memory-store");
        index.open(0, 0);
    }

    @Override
    public StoreState open() {
        return writing(() -> {
            if (opened) {
                throw new StoreException(
                        Reason.REFUSED, "This memory store has been opened before; make a new one, it will be empty");
            }
            opened = true;
            content = new MemoryContent();
            return content.state();
        });
    }

    @Override
    public void append(StoreUnit unit, AppendCallback callback) {
        try {
            worker.submit(() -> store(unit, callback));
        } catch (RejectedExecutionException e) {
            fail(unit, callback, closedException());
        }
    }

    private void store(StoreUnit unit, AppendCallback callback) {
        List<Placement> placements;
        try {
            if (!unit.chain().map(StoreUnit.Chain::isIntact).orElse(true)) {
                throw new StoreException(
                        Reason.REFUSED,
                        "Not stored, as one that had to be stored before it was not; send again, in order");
            }
            placements = writing(() -> apply(unit));
        } catch (StoreException e) {
            fail(unit, callback, e);
            return;
        }
        callback.stored(placements);
    }

    private static void fail(StoreUnit unit, AppendCallback callback, StoreException reason) {
        unit.chain().ifPresent(StoreUnit.Chain::broken);
        callback.failed(reason);
    }

    /** To be called with the write lock held. */
    private List<Placement> apply(StoreUnit unit) {
        MemoryContent open = content();
        long now = environment.clock().wallMillis();
        List<Placement> placements = open.apply(unit, now);
        commits++;
        if (unit.records().stream().anyMatch(DefineDestination.class::isInstance)) {
            // The retention may be shorter now.
            cancelCleaning();
        }
        scheduleCleaning(open, now);
        return placements;
    }

    /** To be called with the write lock held. */
    private void scheduleCleaning(MemoryContent open, long now) {
        if (cleaning != null) {
            return;
        }
        OptionalLong due = open.nextForgetting();
        if (due.isPresent()) {
            long delayMillis = Math.min(Math.max(1, due.getAsLong() - now), MAX_DELAY_MILLIS);
            cleaning = environment.timer().schedule(delayMillis * NANOS_PER_MILLI, this::clean);
        }
    }

    private void clean() {
        try {
            worker.submit(() -> writing(() -> {
                cleaning = null;
                if (content != null) {
                    long now = environment.clock().wallMillis();
                    content.forgetSettled(now);
                    scheduleCleaning(content, now);
                }
                return true;
            }));
        } catch (RejectedExecutionException e) {
            // Closed: there is nothing left to forget.
            return;
        }
    }

    @Override
    public List<StoredEntry> owed(int subscription, long fromSequence, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max must be at least 1, not " + max);
        }
        return reading(() -> content().owed(subscription, fromSequence, max));
    }

    @Override
    public OptionalLong firstOwed(int subscription, long fromSequence) {
        return reading(() -> content().firstOwed(subscription, fromSequence));
    }

    @Override
    public long owedCount(int subscription) {
        return reading(() -> content().owedCount(subscription));
    }

    @Override
    public StoredEntry entry(int destination, long sequence) {
        return reading(() -> content().message(destination, sequence).entry());
    }

    @Override
    public byte[] payload(int destination, long sequence) {
        return reading(() -> content().message(destination, sequence).payload());
    }

    @Override
    public long nextSequence(int destination) {
        return reading(() -> content().nextSequence(destination));
    }

    @Override
    public LaneIndex laneIndex() {
        return index.lanes();
    }

    @Override
    public StoreStatus status() {
        return reading(() -> new StoreStatus(content == null ? 0 : content.bytes(), 0, commits, 0, content != null));
    }

    /** What a store that keeps its content would find now if it were closed cleanly and opened again. */
    public StoreState state() {
        return reading(() -> content().state());
    }

    @Override
    public void close() {
        // Queued units come first; those behind this, and those that come too late for the worker, fail.
        try {
            worker.submit(this::end);
        } catch (RejectedExecutionException e) {
            // Closed before; wait for it, as the other close does.
            worker.close();
            return;
        }
        worker.close();
    }

    private void end() {
        writing(() -> {
            closed = true;
            content = null;
            cancelCleaning();
            return true;
        });
    }

    private void cancelCleaning() {
        if (cleaning != null) {
            cleaning.cancel();
            cleaning = null;
        }
    }

    private MemoryContent content() {
        if (content == null) {
            throw closed
                    ? closedException()
                    : new StoreException(Reason.CLOSED, "The memory store has not been opened yet; call open() first");
        }
        return content;
    }

    private static StoreException closedException() {
        return new StoreException(Reason.CLOSED, "The memory store is closed, and what it held is gone");
    }

    private <T> T reading(Supplier<T> what) {
        lock.readLock().lock();
        try {
            return what.get();
        } finally {
            lock.readLock().unlock();
        }
    }

    private <T> T writing(Supplier<T> what) {
        lock.writeLock().lock();
        try {
            return what.get();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
