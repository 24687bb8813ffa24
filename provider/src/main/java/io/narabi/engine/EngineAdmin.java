package io.narabi.engine;

import io.narabi.config.DestinationOptions;
import io.narabi.config.SubscriptionOptions;
import java.util.List;
import java.util.Optional;

/** An administrator's access. Thread-safe. Each command returns when it is durable; failures are {@link EngineException}. */
public interface EngineAdmin extends AutoCloseable {

    /** Creates the destination, or changes what is set in {@code options}; the number of partitions can change while it is in use. */
    void configure(DestinationOptions options);

    /** Sets the options of a topic subscription, creating it if it is durable. */
    void configure(SubscriptionOptions options);

    /** The destination's options as configured; empty if it does not exist. */
    Optional<DestinationOptions> destination(DestinationName name);

    /** All destinations, sorted. */
    List<DestinationName> destinations();

    /** Numbers about a subscription. */
    SubscriptionStatus status(SubscriptionName subscription);

    /** The lanes of the subscription that are not simply ready: owned, kept, waiting, halted, in doubt. At most {@code limit}. */
    List<LaneView> lanes(SubscriptionName subscription, int limit);

    /** Applies an operator's decision to the head of a halted lane. */
    void decide(SubscriptionName subscription, String laneId, HaltedLaneDecision decision);

    @Override
    void close();

    /** What to do with the message that a halted lane stopped at. */
    enum HaltedLaneDecision {
        /** Try again, counting anew. */
        RETRY,
        /** Move it to the dead-letter queue. */
        DEAD_LETTER,
        /** Settle it without a trace but a log line. */
        DISCARD
    }
}
