package io.narabi.broker;

import io.narabi.broker.lane.Owner;
import io.narabi.runtime.Environment;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lanes that a session keeps after a synchronous receive (DESIGN §2.4), until it gives them back or their time is over. Thread-safe. */
final class KeptLanes {

    private static final Logger LOG = LoggerFactory.getLogger(KeptLanes.class);

    private final Owner owner;
    private final Environment environment;

    /** Subscriptions of which lanes are kept. Guarded by this. */
    private final Set<Subscription> kept = new HashSet<>();
    /** Grows when kept lanes are given back: an acknowledgement under way from before keeps nothing. Guarded by this. */
    private long keeping;
    /** When they were last asked for. Guarded by this. */
    private long since;

    KeptLanes(Owner owner, Environment environment) {
        this.owner = owner;
        this.environment = environment;
    }

    /** To be given to {@link #settled}. */
    synchronized long current() {
        return keeping;
    }

    /** The settlement is durable: the lanes are kept, unless they were given back since. */
    void settled(Work.Contents contents, long current) {
        synchronized (this) {
            if (keeping == current) {
                contents.held().forEach(held -> kept.add(held.subscription()));
                contents.settled(true);
                since = environment.clock().nanoTime();
                shortestTimeout().ifPresent(timeout -> lookIn(timeout, current));
                return;
            }
        }
        contents.settled(false);
    }

    /** The time begins anew. */
    synchronized void renew() {
        since = environment.clock().nanoTime();
    }

    void release() {
        List<Subscription> due;
        synchronized (this) {
            due = take();
        }
        release(due);
    }

    private List<Subscription> take() {
        keeping++;
        List<Subscription> due = List.copyOf(kept);
        kept.clear();
        return due;
    }

    private void release(List<Subscription> due) {
        due.forEach(subscription -> subscription.change(dispatcher -> dispatcher.releaseKept(owner)));
    }

    private Optional<Long> shortestTimeout() {
        return kept.stream()
                .map(Subscription::ackTimeoutNanos)
                .filter(timeout -> timeout > 0)
                .min(Long::compare);
    }

    private void lookIn(long delay, long current) {
        Later.run(environment, delay, () -> look(current));
    }

    private void look(long current) {
        List<Subscription> due;
        synchronized (this) {
            Optional<Long> timeout = keeping == current ? shortestTimeout() : Optional.empty();
            if (timeout.isEmpty()) {
                return;
            }
            long left = since + timeout.get() - environment.clock().nanoTime();
            if (left > 0) {
                lookIn(left, current);
                return;
            }
            due = take();
        }
        LOG.warn(
                "{} did not come back for its next message within ackTimeout: others get the lanes that it kept",
                owner.describe());
        release(due);
    }
}
