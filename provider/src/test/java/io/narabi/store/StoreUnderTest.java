package io.narabi.store;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An open, empty store and what a test needs around it. */
public interface StoreUnderTest extends AutoCloseable {

    /** How a store ends before it is opened again. */
    enum Restart {
        /** Closed. */
        CLEAN,
        /** The machine goes down, and its disk loses what was not forced. */
        CRASH
    }

    /** The store; another one after {@link #reopen}. */
    Store store();

    /** What the store survives; none where it forgets everything. */
    Set<Restart> survives();

    /** Ends the store in this way, and opens it again. Only for what it {@link #survives()}. */
    StoreState reopen(Restart how);

    /** What the store would find if it were closed cleanly and opened again; by default it is. */
    default StoreState state() {
        return reopen(Restart.CLEAN);
    }

    /** Lets the store work until the future is completed. By default it has threads of its own. */
    default <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw failure;
            }
            throw new AssertionError("An append failed strangely", e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("No callback", e);
        }
    }

    /** Appends a unit without waiting. */
    default CompletableFuture<List<Placement>> append(StoreUnit unit) {
        CompletableFuture<List<Placement>> done = new CompletableFuture<>();
        store().append(unit, new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                if (!done.complete(placements)) {
                    throw new AssertionError("A second callback");
                }
            }

            @Override
            public void failed(StoreException reason) {
                if (!done.completeExceptionally(reason)) {
                    throw new AssertionError("A second callback");
                }
            }
        });
        return done;
    }

    /**
     * Stores these records as one unit.
     *
     * @throws StoreException what the callback was told
     */
    default List<Placement> store(StoreRecord... records) {
        return await(append(new StoreUnit(List.of(records))));
    }

    /** Closes the store and whatever is around it. */
    @Override
    void close();
}
