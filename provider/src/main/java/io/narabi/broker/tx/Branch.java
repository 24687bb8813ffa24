package io.narabi.broker.tx;

import io.narabi.store.BranchId;
import java.util.Optional;

/**
 * An XA branch: its state and what it contains. Thread-safe by its monitor.
 *
 * @param <W> what it contains
 */
public final class Branch<W extends Object> {

    private final BranchId id;
    private final W work;
    private BranchState state;
    private int associations;

    /** @param state {@code ACTIVE} for one that a session begins, {@code PREPARED} for one that was recovered */
    public Branch(BranchId id, W work, BranchState state) {
        this.id = id;
        this.work = work;
        this.state = state;
        this.associations = state == BranchState.ACTIVE ? 1 : 0;
    }

    public BranchId id() {
        return id;
    }

    public W work() {
        return work;
    }

    public synchronized BranchState state() {
        return state;
    }

    /** Sessions that are associated with it, suspended ones included. */
    public synchronized int associations() {
        return associations;
    }

    /** Another session joins. */
    public synchronized void join() {
        fire(BranchEvent.JOIN);
        associations++;
    }

    /** An association ends, well or with TMFAIL. */
    public synchronized void end(boolean well) {
        if (!well) {
            fire(BranchEvent.END_FAILED);
            associations--;
        } else if (state == BranchState.ROLLBACK_ONLY || associations == 1) {
            fire(BranchEvent.END_LAST);
            associations--;
        } else {
            associations--;
        }
    }

    /**
     * Takes the event's transition.
     *
     * @throws BranchProtocolException if the state has none for it
     */
    public synchronized BranchState fire(BranchEvent event) {
        state = state.after(event).orElseThrow(() -> new BranchProtocolException(id, state, event));
        return state;
    }

    /** Takes the event's transition where the state has one; false where it has none. */
    public synchronized boolean fireIfAllowed(BranchEvent event) {
        Optional<BranchState> after = state.after(event);
        after.ifPresent(next -> state = next);
        return after.isPresent();
    }

    @Override
    public String toString() {
        return "XA branch " + id;
    }
}
