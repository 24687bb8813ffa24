package io.narabi.engine;

import java.util.Optional;

/** Identifies a subscription (Jakarta Messaging 3.1 §8.3). */
public sealed interface SubscriptionName {

    /** Where its messages come from. */
    DestinationName destination();

    static SubscriptionName ofQueue(String queue) {
        return new OfQueue(queue);
    }

    /** The one that a JMS queue implies. */
    record OfQueue(String queue) implements SubscriptionName {
        @Override
        public DestinationName destination() {
            return DestinationName.queue(queue);
        }

        @Override
        public String toString() {
            return "queue " + queue;
        }
    }

    /** An unshared, non-durable subscription: one consumer's own. */
    record OfConsumer(String topic) implements SubscriptionName {
        @Override
        public DestinationName destination() {
            return DestinationName.topic(topic);
        }
    }

    /**
     * A named subscription on a topic.
     *
     * @param clientId the client identifier that is part of the name, if any
     * @param durable whether it outlives its consumers
     * @param shared whether several consumers may be open at once
     */
    record Named(String topic, Optional<String> clientId, String name, boolean durable, boolean shared)
            implements SubscriptionName {
        @Override
        public DestinationName destination() {
            return DestinationName.topic(topic);
        }
    }
}
