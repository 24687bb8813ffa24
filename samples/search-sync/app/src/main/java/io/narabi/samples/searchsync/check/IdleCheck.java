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
import java.util.Optional;

/**
 * While the failing path waited for its next attempt, no other path idled that was ready, with an endpoint free.
 *
 * <p>In terms of the log:
 *
 * <ul>
 *   <li>The failing path <em>waits</em> from the end of a failed attempt's transaction to the call of the next attempt.
 *   <li>A change of another path is <em>ready</em> once the transaction that sent it has committed and the transaction of the path's
 *       delivery before it is over, plus the redelivery delay where that one failed; it is so until its own delivery is called.
 *   <li>An endpoint is the thread that deliveries run on. It is <em>busy</em> from the call of a delivery to the end of its transaction,
 *       and from there to its next call if that comes within the tolerance, as it cannot come at once. There is an <em>endpoint
 *       free</em> while fewer of them are busy than the activation has.
 *   <li>It <em>idles</em> when, within one wait, the same change is ready and an endpoint is free for longer than the tolerance without a
 *       break.
 * </ul>
 */
public final class IdleCheck {

    private final int endpoints;
    private final long delay;
    private final long tolerance;
    private int waits;
    private long longest;
    private final List<String> idled = new ArrayList<>();

    private IdleCheck(int endpoints, Duration redeliveryDelay, Duration tolerance) {
        this.endpoints = endpoints;
        this.delay = redeliveryDelay.toNanos();
        this.tolerance = tolerance.toNanos();
    }

    /**
     * Checks a whole run.
     *
     * @param deliveries in the order in which the listener was called
     * @param sent when each change was known to be in the queue
     */
    public static IdleCheck of(
            SyncPlan plan,
            List<Delivery> deliveries,
            Map<Change, Long> sent,
            int endpoints,
            Duration redeliveryDelay,
            Duration tolerance) {
        IdleCheck check = new IdleCheck(endpoints, redeliveryDelay, tolerance);
        List<Interval> waits = waits(plan, deliveries);
        List<Interval> free = check.free(deliveries);
        List<Ready> ready = check.ready(plan, deliveries, sent);
        waits.forEach(wait -> check.wait(wait, free, ready));
        return check;
    }

    private record Ready(Change change, Interval time) {}

    private static List<Interval> waits(SyncPlan plan, List<Delivery> deliveries) {
        List<Interval> waits = new ArrayList<>();
        Optional<Delivery> before = Optional.empty();
        for (Delivery delivery : deliveries) {
            if (plan.isFailing(delivery.change().path())) {
                before.filter(b -> b.change().equals(delivery.change()))
                        .ifPresent(b -> waits.add(new Interval(b.endNanos(), delivery.startNanos())));
                before = Optional.of(delivery);
            }
        }
        return waits;
    }

    private List<Ready> ready(SyncPlan plan, List<Delivery> deliveries, Map<Change, Long> sent) {
        List<Ready> ready = new ArrayList<>();
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
            ready.add(new Ready(change, new Interval(from, delivery.startNanos())));
        }
        return ready;
    }

    /** When fewer endpoints were busy than there are. */
    private List<Interval> free(List<Delivery> deliveries) {
        Map<String, Interval> running = new HashMap<>();
        List<long[]> steps = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            Interval next = new Interval(delivery.startNanos(), delivery.endNanos());
            Interval last = running.get(delivery.endpoint());
            if (last != null && next.from() - last.to() <= tolerance) {
                next = new Interval(last.from(), Math.max(last.to(), next.to()));
            } else if (last != null) {
                addSteps(steps, last);
            }
            running.put(delivery.endpoint(), next);
        }
        running.values().forEach(last -> addSteps(steps, last));
        steps.sort(Comparator.comparingLong(step -> step[0]));
        List<Interval> free = new ArrayList<>();
        int busy = 0;
        long since = Long.MIN_VALUE;
        for (long[] step : steps) {
            if (busy < endpoints) {
                add(free, new Interval(since, step[0]));
            }
            busy += (int) step[1];
            since = step[0];
        }
        add(free, new Interval(since, Long.MAX_VALUE));
        return free;
    }

    private static void addSteps(List<long[]> steps, Interval busy) {
        steps.add(new long[] {busy.from(), 1});
        steps.add(new long[] {busy.to(), -1});
    }

    /** Adds what may touch the last one; then they are one. */
    private static void add(List<Interval> free, Interval next) {
        Interval last = free.isEmpty() ? null : free.get(free.size() - 1);
        if (last != null && last.to() == next.from()) {
            free.set(free.size() - 1, new Interval(last.from(), next.to()));
        } else if (!next.isEmpty()) {
            free.add(next);
        }
    }

    private void wait(Interval wait, List<Interval> free, List<Ready> ready) {
        waits++;
        List<Ready> meanwhile =
                ready.stream().filter(r -> !r.time().and(wait).isEmpty()).toList();
        long most = 0;
        Optional<Change> which = Optional.empty();
        for (Interval gap : free) {
            Interval within = gap.and(wait);
            for (Ready candidate : within.isEmpty() ? List.<Ready>of() : meanwhile) {
                long idle = candidate.time().and(within).length();
                if (idle > most) {
                    most = idle;
                    which = Optional.of(candidate.change());
                }
            }
        }
        longest = Math.max(longest, most);
        if (most > tolerance) {
            idled.add(which.map(change -> change.path() + " version " + change.version())
                            .orElse("")
                    + " was ready with an endpoint free for " + most / 1_000 + " µs of a wait of "
                    + wait.length() / 1_000
                    + " µs");
        }
    }

    /** How often the failing path waited. */
    public int waits() {
        return waits;
    }

    /** The longest time, within a wait, that a change was ready with an endpoint free. */
    public Duration longest() {
        return Duration.ofNanos(longest);
    }

    /** The waits in which a path idled. */
    public List<String> idled() {
        return idled;
    }
}
