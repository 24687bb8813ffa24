package io.narabi.broker;

import io.narabi.broker.lane.InFlight;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A delivery that was handed over and is not settled.
 *
 * @param delivery its number
 * @param subscription whose delivery
 * @param inFlight as dispatch knows it
 */
record Held(long delivery, Subscription subscription, InFlight inFlight) {

    /** The deliveries by subscription, each list in the order given. */
    static Map<Subscription, List<Held>> bySubscription(List<Held> deliveries) {
        Map<Subscription, List<Held>> groups = new IdentityHashMap<>(2);
        for (Held one : deliveries) {
            groups.computeIfAbsent(one.subscription(), key -> new ArrayList<>()).add(one);
        }
        return groups;
    }

    long sequence() {
        return inFlight.entry().sequence();
    }
}
