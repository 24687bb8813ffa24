package io.narabi.broker.tx;

import io.narabi.store.BranchId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The XA branches of a resource manager that are not completed. Thread-safe.
 *
 * @param <W> what a branch contains
 */
public final class BranchTable<W extends Object> {

    private final ConcurrentMap<BranchId, Branch<W>> branches = new ConcurrentHashMap<>();

    /** Enters a branch; false if there is one of that identifier. */
    public boolean add(Branch<W> branch) {
        return branches.putIfAbsent(branch.id(), branch) == null;
    }

    public Optional<Branch<W>> find(BranchId id) {
        return Optional.ofNullable(branches.get(id));
    }

    public void remove(Branch<W> branch) {
        branches.remove(branch.id(), branch);
    }

    /** The branches that are prepared, or whose completion is being written. */
    public List<BranchId> prepared() {
        return branches.values().stream()
                .filter(branch -> branch.state() == BranchState.PREPARED)
                .map(Branch::id)
                .toList();
    }
}
