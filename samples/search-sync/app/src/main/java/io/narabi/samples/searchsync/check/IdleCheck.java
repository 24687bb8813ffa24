package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.delivery.Delivery;
import io.narabi.samples.searchsync.delivery.Outcome;
import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * While the failing path waits for its next attempt, no other path idles that is ready, with an endpoint free.
 *
 * <p>The failing path <em>waits</em> from the end of a failed attempt's transaction to the call of the next attempt. A time is <em>idle</em>
 * if from its beginning to its end an endpoint was free and a change of another path ready ({@link Endpoints} says when they are). A path
 * that waits on an endpoint, or holds up what is behind it in the queue, makes every wait idle.
 *
 * <p>Now a thread that has work, and no processor to do it on, looks from here like one without work: between two deliveries every
 * endpoint seems to be free for a moment, and the busier the machine, the longer. So idle waits are not simply forbidden, but compared with
 * what is <em>usual</em>: times of the same lengths, that begin at the end of another path's delivery, while the failing path does not
 * wait. There may be as many idle ones among the waits as among those, and for the error of the comparison a quarter more and three
 * standard deviations. Few waits on a busy machine are no proof, therefore; hundreds of them are.
 */
public final class IdleCheck {

    private static final double MARGIN = 0.25;
    private static final double DEVIATIONS = 3;

    /** So many times to compare with for each wait, where there are as many. */
    private static final int TIMES_FOR_EACH = 10;

    private final Share waits;
    private final Share usual;

    private IdleCheck(Share waits, Share usual) {
        this.waits = waits;
        this.usual = usual;
    }

    /** So many idle ones among so many in which a path was ready from beginning to end. */
    private record Share(int idle, int of) {

        double value() {
            return of == 0 ? 0 : (double) idle / of;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.0f%% of %d", 100 * value(), of);
        }
    }

    /**
     * Checks a whole run.
     *
     * @param deliveries in the order in which the listener was called
     * @param sent when each change was known to be in the queue
     */
    public static IdleCheck of(
            SyncPlan plan, List<Delivery> deliveries, Map<Change, Long> sent, int endpoints, Duration redeliveryDelay) {
        List<Interval> waits = waits(plan, deliveries);
        Endpoints log = new Endpoints(plan, deliveries, sent, endpoints, redeliveryDelay);
        return new IdleCheck(share(log, waits), share(log, others(plan, deliveries, waits)));
    }

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

    /** Times as long as the waits, spread over the run from the first wait to the last. */
    private static List<Interval> others(SyncPlan plan, List<Delivery> deliveries, List<Interval> waits) {
        List<Interval> others = new ArrayList<>();
        if (waits.isEmpty()) {
            return others;
        }
        Interval all =
                new Interval(waits.get(0).from(), waits.get(waits.size() - 1).to());
        List<Delivery> ends = deliveries.stream()
                .filter(d -> d.outcome() == Outcome.COMMITTED
                        && !plan.isFailing(d.change().path()))
                .filter(d -> d.endNanos() >= all.from() && d.endNanos() < all.to())
                .toList();
        int step = Math.max(1, ends.size() / (TIMES_FOR_EACH * waits.size()));
        for (int i = 0; i < ends.size(); i += step) {
            long begin = ends.get(i).endNanos();
            Interval other = new Interval(
                    begin, begin + waits.get(i / step % waits.size()).length());
            if (waits.stream().noneMatch(other::overlaps)) {
                others.add(other);
            }
        }
        return others;
    }

    private static Share share(Endpoints log, List<Interval> times) {
        List<Interval> comparable =
                times.stream().filter(log::isReadyThroughout).toList();
        return new Share((int) comparable.stream().filter(log::isFreeThroughout).count(), comparable.size());
    }

    private double allowed() {
        // Where there is nothing to compare with, there is no proof.
        double expected = usual.of() == 0 ? 1 : Math.min(1, usual.value() + MARGIN);
        return expected + DEVIATIONS * Math.sqrt(expected * (1 - expected) / Math.max(1, waits.of()));
    }

    /** What is wrong, if anything is. */
    public Optional<String> problem() {
        return waits.value() > allowed()
                ? Optional.of("While the failing path waited, others idled: " + result())
                : Optional.empty();
    }

    /** What was found. */
    public String result() {
        return "a path was ready and an endpoint free for the whole of " + waits + " waits of the failing path, and of "
                + usual + " equal times without it";
    }
}
