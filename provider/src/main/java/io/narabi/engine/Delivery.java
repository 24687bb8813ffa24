package io.narabi.engine;

import java.util.Set;

/**
 * A message that has been handed over.
 *
 * @param id identifies the delivery within the engine
 * @param subscription whose delivery
 * @param message what was sent
 * @param attempt the attempt's number: {@code JMSXDeliveryCount}, from 1
 * @param redelivered {@code JMSRedelivered}: whether it may have been handed over before
 * @param place where it is stored
 * @param marks what else is to be said of it
 */
public record Delivery(
        long id,
        SubscriptionName subscription,
        MessageData message,
        int attempt,
        boolean redelivered,
        Place place,
        Set<Mark> marks) {

    /** Remarks on a delivery. */
    public enum Mark {
        /** The first delivery after the lane changed its owner. */
        LANE_NEW,
        /** From a replay. */
        REPLAY
    }
}
