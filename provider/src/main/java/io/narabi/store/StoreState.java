package io.narabi.store;

import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import java.util.List;
import java.util.Map;

/**
 * What a store found when it was opened.
 *
 * @param destinations the destinations as last defined
 * @param subscriptions the subscriptions as last defined
 * @param attempts for every subscription what is known of attempts
 * @param laneMarks those still in force
 * @param prepared the prepared branches in the order they were prepared
 * @param afterCrash whether the last close was not a clean one
 */
public record StoreState(
        List<DefineDestination> destinations,
        List<DefineSubscription> subscriptions,
        Map<Integer, Attempts> attempts,
        List<LaneMark> laneMarks,
        List<PreparedBranch> prepared,
        boolean afterCrash) {

    /**
     * Attempts of a subscription's unsettled messages.
     *
     * @param mark a first attempt may have begun of every message before this sequence
     * @param recorded the attempts last recorded, by sequence; 0 where they were taken back
     */
    public record Attempts(long mark, Map<Long, Integer> recorded) {}

    /**
     * A prepared branch: the settlements hold their lanes until it is completed.
     *
     * @param branch its identifier
     * @param settles what it settles when it is committed
     * @param messages how many messages it stores when it is committed
     */
    public record PreparedBranch(BranchId branch, List<StoreRecord.Settle> settles, int messages) {}
}
