package io.narabi.store;

import java.util.List;

/** Told once what became of a unit. Runs on the store's worker, in the order of the units; must be short. */
public interface AppendCallback {

    /**
     * The unit is stored, durably.
     *
     * @param placements of the unit's new messages, in their order; for a unit that commits a branch, of the branch's
     */
    void stored(List<Placement> placements);

    /** The unit is not stored; with reason {@code OUTCOME_UNKNOWN} it may come to light as stored. */
    void failed(StoreException reason);
}
