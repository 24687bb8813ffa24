package io.narabi.broker.redelivery;

import io.narabi.config.ExhaustedPolicy;
import java.time.Duration;

/**
 * How a subscription treats failed attempts.
 *
 * @param maxDeliveries attempts before a message is exhausted; -1 for no limit
 * @param delay before the second attempt
 * @param multiplier of the delay from one attempt to the next, from 1
 * @param maxDelay the longest delay
 * @param exhausted what becomes of an exhausted message
 */
public record RedeliveryPolicy(
        int maxDeliveries, Duration delay, double multiplier, Duration maxDelay, ExhaustedPolicy exhausted) {

    /**
     * Decides after a failed attempt.
     *
     * @param attempts attempts that have begun so far, the failed one included, from 1
     * @param onlyDoubt whether all that is known is that a first attempt may have begun before a crash: that alone exhausts nothing
     */
    public Verdict afterFailure(int attempts, boolean onlyDoubt) {
        if (maxDeliveries != -1 && attempts >= maxDeliveries && !onlyDoubt) {
            return new Verdict.Exhausted(exhausted);
        }
        return new Verdict.Retry(delayAfter(attempts));
    }

    /** Whether the hand-over of an attempt of this number must be recorded one by one before it happens (DESIGN §2.8). */
    public boolean recordsHandOver(int attempt) {
        return attempt > 1 || maxDeliveries == 1 || maxDeliveries == 2;
    }

    private Duration delayAfter(int attempts) {
        if (delay.isZero()) {
            return Duration.ZERO;
        }
        double nanos = delay.toNanos() * Math.pow(multiplier, Math.max(0, attempts - 1));
        return nanos >= maxDelay.toNanos() ? maxDelay : Duration.ofNanos((long) nanos);
    }

    /** What follows. */
    public sealed interface Verdict {
        /** Another attempt, not before {@code delay} has passed. */
        record Retry(Duration delay) implements Verdict {}

        /** No further attempt by itself. */
        record Exhausted(ExhaustedPolicy policy) implements Verdict {}
    }
}
