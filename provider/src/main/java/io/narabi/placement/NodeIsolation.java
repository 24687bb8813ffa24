package io.narabi.placement;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * Which nodes of an engine are left alone for a while because sends to them failed. It concerns messages without a
 * group only: a grouped message goes where its group goes, and fails with its node.
 *
 * <p>A failure isolates a node for the first period. When that is over, one send is let through as a probe; if it
 * fails, the next period is twice as long, up to the longest; a success ends the isolation. A probe of which nothing is
 * heard is repeated after the current period.
 *
 * <p>Thread-safe. Time is injected, in nanoseconds from any origin.
 *
 * @param <N> what identifies a node: a value with equals and hashCode
 */
public final class NodeIsolation<N extends Object> {
    private final LongSupplier nanoTime;
    private final long firstNanos;
    private final long longestNanos;
    private final ConcurrentMap<N, Isolation> isolated = new ConcurrentHashMap<>();

    /** @param until when the node may be probed (again) */
    private record Isolation(long until, long period, boolean probing) {
        boolean isOver(long now) {
            return now - until >= 0;
        }
    }

    /**
     * Isolates nobody yet.
     *
     * @param nanoTime the clock
     * @throws IllegalArgumentException when {@code first} is not positive or {@code longest} is shorter
     */
    public NodeIsolation(LongSupplier nanoTime, Duration first, Duration longest) {
        if (first.isZero() || first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "The first period must be positive and the longest at least as long, not " + first + " and "
                            + longest);
        }
        this.nanoTime = nanoTime;
        this.firstNanos = first.toNanos();
        // Doubled once more it must not overflow.
        this.longestNanos = Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
    }

    /** Whether {@link #enter} would let a send through now; changes nothing. */
    public boolean isOpen(N node) {
        Isolation isolation = isolated.get(node);
        return isolation == null || isolation.isOver(nanoTime.getAsLong());
    }

    /**
     * Lets a send without a group through, or not. After an isolation the one caller that gets true is the probe, whose
     * outcome must be told by {@link #succeeded} or {@link #failed}.
     */
    public boolean enter(N node) {
        while (true) {
            Isolation isolation = isolated.get(node);
            if (isolation == null) {
                return true;
            }
            long now = nanoTime.getAsLong();
            if (!isolation.isOver(now)) {
                return false;
            }
            Isolation probing = new Isolation(now + isolation.period(), isolation.period(), true);
            if (isolated.replace(node, isolation, probing)) {
                return true;
            }
        }
    }

    /** A send to that node, with or without a group, succeeded. */
    public void succeeded(N node) {
        isolated.remove(node);
    }

    /**
     * A send to that node, with or without a group, failed. While the node is isolated and not probed this changes
     * nothing: it is the rest of what was under way when the first one failed.
     */
    public void failed(N node) {
        long now = nanoTime.getAsLong();
        isolated.compute(node, (n, isolation) -> {
            if (isolation == null) {
                return new Isolation(now + firstNanos, firstNanos, false);
            }
            if (!isolation.probing() && !isolation.isOver(now)) {
                return isolation;
            }
            long period = Math.min(isolation.period() * 2, longestNanos);
            return new Isolation(now + period, period, false);
        });
    }
}
