package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.delivery.Delivery;
import io.narabi.samples.searchsync.delivery.Outcome;
import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A made-up log. Times are milliseconds; a delivery's times are its places in the order, too. */
final class Deliveries {

    private final List<Delivery> deliveries = new ArrayList<>();
    private final Map<Change, Long> sent = new HashMap<>();

    static Change change(String path, int version) {
        return new Change(path, version, version == 1 ? Operation.ADD : Operation.MODIFY, "blob" + version, "commit");
    }

    /** A plan for paths with so many versions each. */
    static SyncPlan plan(Map<String, Integer> versions) {
        List<Change> changes = new ArrayList<>();
        versions.forEach((path, count) -> {
            for (int version = 1; version <= count; version++) {
                changes.add(change(path, version));
            }
        });
        return SyncPlan.of(changes);
    }

    Deliveries sent(String path, int version, long at) {
        sent.put(change(path, version), nanos(at));
        return this;
    }

    Deliveries committed(String path, int version, int attempt, long from, long to) {
        return add(path, version, attempt, from, to, Outcome.COMMITTED);
    }

    Deliveries failed(String path, int version, int attempt, long from, long to) {
        return add(path, version, attempt, from, to, Outcome.ROLLED_BACK);
    }

    private Deliveries add(String path, int version, int attempt, long from, long to, Outcome outcome) {
        deliveries.add(new Delivery(change(path, version), attempt, "t", from, to, nanos(from), nanos(to), outcome));
        return this;
    }

    List<Delivery> list() {
        return deliveries.stream()
                .sorted(Comparator.comparingLong(Delivery::startOrder))
                .toList();
    }

    Map<Change, Long> sentTimes() {
        return sent;
    }

    static long nanos(long millis) {
        return millis * 1_000_000;
    }
}
