package io.narabi.samples.searchsync.delivery;

import io.narabi.samples.searchsync.history.Change;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who got what, when, and how it ended. Times are {@link System#nanoTime()}. Thread-safe; a delivery is written in the thread that it runs
 * on.
 */
public final class DeliveryLog {

    private final int maxDeliveries;
    private final AtomicLong order = new AtomicLong();
    private final AtomicInteger running = new AtomicInteger();
    private final ConcurrentLinkedQueue<Delivery> deliveries = new ConcurrentLinkedQueue<>();
    private final Map<Change, Long> sent = new ConcurrentHashMap<>();
    private final Set<Change> settled = ConcurrentHashMap.newKeySet();
    private final AtomicInteger settledCount = new AtomicInteger();

    /** A log where a message that failed this often comes no more. */
    public DeliveryLog(int maxDeliveries) {
        this.maxDeliveries = maxDeliveries;
    }

    /** These changes are in the queue since now at the latest: the transaction that sent them has committed. */
    public void sent(List<Change> changes) {
        Long now = System.nanoTime();
        changes.forEach(change -> sent.put(change, now));
    }

    /** When each change was known to be in the queue. */
    public Map<Change, Long> sent() {
        return Map.copyOf(sent);
    }

    /** The listener was called. */
    public Running start(Change change, int attempt) {
        running.incrementAndGet();
        return new Running(change, attempt, order.incrementAndGet(), System.nanoTime());
    }

    /** All deliveries that are over, in the order in which the listener was called. */
    public List<Delivery> deliveries() {
        return deliveries.stream()
                .sorted((a, b) -> Long.compare(a.startOrder(), b.startOrder()))
                .toList();
    }

    /** How many changes are done with: applied, or failed for the last time. */
    public int settled() {
        return settledCount.get();
    }

    /** How many deliveries have begun and are not over. */
    public int running() {
        return running.get();
    }

    /** A delivery under way. Used by the thread that it runs on. */
    public final class Running {

        private final Change change;
        private final int attempt;
        private final long startOrder;
        private final long startNanos;
        private long returnOrder;

        private Running(Change change, int attempt, long startOrder, long startNanos) {
            this.change = change;
            this.attempt = attempt;
            this.startOrder = startOrder;
            this.startNanos = startNanos;
        }

        /** The listener returns, or throws. */
        public void returned() {
            returnOrder = order.incrementAndGet();
        }

        /** The transaction is over. */
        public void ended(Outcome outcome) {
            deliveries.add(new Delivery(
                    change,
                    attempt,
                    Thread.currentThread().getName(),
                    startOrder,
                    returnOrder,
                    startNanos,
                    System.nanoTime(),
                    outcome));
            boolean last = outcome == Outcome.COMMITTED || attempt >= maxDeliveries;
            if (last && settled.add(change)) {
                settledCount.incrementAndGet();
            }
            running.decrementAndGet();
        }
    }
}
