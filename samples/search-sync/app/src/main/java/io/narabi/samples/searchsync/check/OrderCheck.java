package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.delivery.Delivery;
import io.narabi.samples.searchsync.delivery.Outcome;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Each path's versions come one after the other: a version is handed over when the one before it was applied, or had failed for the last
 * time, and not before its listener had returned. After a failed attempt the same version comes again, and nothing else.
 */
public final class OrderCheck {

    private final int maxDeliveries;
    private final List<String> violations = new ArrayList<>();
    private final List<String> miscounted = new ArrayList<>();

    private OrderCheck(int maxDeliveries) {
        this.maxDeliveries = maxDeliveries;
    }

    /**
     * Checks a whole run.
     *
     * @param deliveries in the order in which the listener was called
     */
    public static OrderCheck of(SyncPlan plan, List<Delivery> deliveries, int maxDeliveries) {
        OrderCheck check = new OrderCheck(maxDeliveries);
        Map<String, List<Delivery>> paths = new LinkedHashMap<>();
        plan.versions().keySet().forEach(path -> paths.put(path, new ArrayList<>()));
        deliveries.forEach(delivery -> paths.computeIfAbsent(delivery.change().path(), path -> new ArrayList<>())
                .add(delivery));
        paths.forEach((path, ofPath) -> check.path(path, plan.versions().getOrDefault(path, 0), ofPath));
        return check;
    }

    private void path(String path, int versions, List<Delivery> deliveries) {
        int expected = 1;
        int attempt = 1;
        long returned = 0;
        for (Delivery delivery : deliveries) {
            int version = delivery.change().version();
            if (delivery.startOrder() < returned) {
                violations.add(name(delivery) + " began while the delivery before it was still running");
            } else if (version != expected) {
                violations.add(name(delivery) + " came where version " + expected + " was due");
            }
            if (version != expected) {
                attempt = delivery.attempt();
            } else if (delivery.attempt() != attempt) {
                miscounted.add(name(delivery) + " was attempt " + attempt);
            }
            returned = Math.max(returned, delivery.returnOrder());
            boolean done = delivery.outcome() == Outcome.COMMITTED || delivery.attempt() >= maxDeliveries;
            // After a violation go on from what came, so that one fault is not counted for all that follows.
            expected = done ? version + 1 : version;
            attempt = done ? 1 : delivery.attempt() + 1;
        }
        for (int missing = expected; missing <= versions; missing++) {
            violations.add(path + " version " + missing + " never came to its end");
        }
    }

    private static String name(Delivery delivery) {
        return delivery.change().path() + " version " + delivery.change().version() + ", delivery " + delivery.attempt()
                + ",";
    }

    /** What came out of order, twice, or not at all. */
    public List<String> violations() {
        return violations;
    }

    /** Deliveries whose {@code JMSXDeliveryCount} was not the number of the attempt. */
    public List<String> miscounted() {
        return miscounted;
    }
}
