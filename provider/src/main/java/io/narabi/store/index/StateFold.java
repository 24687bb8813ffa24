package io.narabi.store.index;

import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is in force as of a commit: it replaces what was before.
 *
 * @param commit the commit's number
 * @param segments the journal's segments: the blocks of all others go
 * @param destinations all destinations
 * @param subscriptions all subscriptions
 * @param settled what each subscription has settled
 */
public record StateFold(
        long commit,
        Set<Integer> segments,
        List<DefineDestination> destinations,
        List<DefineSubscription> subscriptions,
        List<SettledPositions> settled) {

    public StateFold {
        segments = Set.copyOf(segments);
        destinations = List.copyOf(destinations);
        subscriptions = List.copyOf(subscriptions);
        settled = List.copyOf(settled);
    }

    /**
     * What a subscription has settled.
     *
     * @param subscription the subscription
     * @param floor all sequences below are settled
     * @param owed how many messages are not
     * @param ranges settled sequences from the floor on: by the upper 32 bits, a serialized RoaringBitmap of the lower 32; nobody changes
     *     the arrays
     */
    public record SettledPositions(int subscription, long floor, long owed, Map<Long, byte[]> ranges) {
        public SettledPositions {
            ranges = Map.copyOf(ranges);
        }
    }
}
