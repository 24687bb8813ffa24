package io.narabi.engine;

/**
 * Numbers about a subscription, taken at one moment.
 *
 * @param owed messages not acknowledged, expired or dead-lettered
 * @param inFlight of these, handed over and unsettled
 * @param waiting of these, in lanes that wait for a redelivery
 * @param haltedLanes lanes that an operator has to decide
 * @param lanes lanes in memory
 * @param consumers open consumers
 * @param settled settled since the subscription was created
 * @param deadLettered of these, dead-lettered since the broker was opened
 */
public record SubscriptionStatus(
        long owed,
        long inFlight,
        long waiting,
        long haltedLanes,
        long lanes,
        int consumers,
        long settled,
        long deadLettered) {}
