package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.delivery.Delivery;
import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When endpoints were free, and what was ready meanwhile, from the log.
 *
 * <ul>
 *   <li>There is an endpoint free while fewer deliveries run, from the listener's call to the end of its transaction, than the activation
 *       has endpoints.
 *   <li>A change is ready once the transaction that sent it has committed and the transaction of its path's delivery before it is over,
 *       plus the redelivery delay where that one failed; until its own delivery is called. The failing path's do not count.
 * </ul>
 */
final class Endpoints {

    /** Each free time by its beginning; no two touch. */
    private final TreeMap<Long, Interval> free = new TreeMap<>();

    /** Each time in which a change was ready, by its end. Of several that end together, the longest. */
    private final TreeMap<Long, Interval> ready = new TreeMap<>();

    private final int count;

    /**
     * Reads the log.
     *
     * @param deliveries in the order in which the listener was called
     * @param sent when each change was known to be in the queue
     */
    Endpoints(SyncPlan plan, List<Delivery> deliveries, Map<Change, Long> sent, int count, Duration redeliveryDelay) {
        this.count = count;
        findFree(deliveries);
        findReady(plan, deliveries, sent, redeliveryDelay.toNanos());
    }

    private void findFree(List<Delivery> deliveries) {
        List<long[]> steps = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            steps.add(new long[] {delivery.startNanos(), 1});
            steps.add(new long[] {delivery.endNanos(), -1});
        }
        steps.sort(Comparator.comparingLong(step -> step[0]));
        int busy = 0;
        long since = Long.MIN_VALUE;
        for (long[] step : steps) {
            boolean wasFree = busy < count;
            busy += (int) step[1];
            if (wasFree && busy == count) {
                free.put(since, new Interval(since, step[0]));
            } else if (!wasFree && busy < count) {
                since = step[0];
            }
        }
        free.put(since, new Interval(since, Long.MAX_VALUE));
    }

    private void findReady(SyncPlan plan, List<Delivery> deliveries, Map<Change, Long> sent, long delay) {
        Map<String, Delivery> before = new HashMap<>();
        for (Delivery delivery : deliveries) {
            Change change = delivery.change();
            Delivery previous = before.put(change.path(), delivery);
            Long since = sent.get(change);
            if (plan.isFailing(change.path()) || since == null) {
                continue;
            }
            long from = since;
            if (previous != null) {
                boolean again = previous.change().equals(change);
                from = Math.max(from, previous.endNanos() + (again ? delay : 0));
            }
            Interval time = new Interval(from, delivery.startNanos());
            ready.merge(time.to(), time, (a, b) -> a.from() <= b.from() ? a : b);
        }
    }

    /** Whether some change was ready all the time. */
    boolean isReadyThroughout(Interval window) {
        return ready.tailMap(window.to(), true).values().stream().anyMatch(time -> time.from() <= window.from());
    }

    /** Whether an endpoint was free all the time. */
    boolean isFreeThroughout(Interval window) {
        Map.Entry<Long, Interval> last = free.floorEntry(window.from());
        return last != null && last.getValue().to() >= window.to();
    }
}
