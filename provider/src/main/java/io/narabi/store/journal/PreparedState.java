package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord.Settle;
import java.util.List;

/**
 * A prepared branch.
 *
 * @param branch its identifier
 * @param settles what it settles when it is committed
 * @param parts its messages, a part for each destination
 * @param order for each message, in the branch's order, which part it is in; nobody changes the array
 */
record PreparedState(BranchId branch, List<Settle> settles, List<Part> parts, int[] order) {

    PreparedState {
        settles = List.copyOf(settles);
        parts = List.copyOf(parts);
    }

    /**
     * The messages for one destination.
     *
     * @param partitions of each message; nobody changes the array
     */
    record Part(int destination, ContentRef content, int[] partitions) {}
}
