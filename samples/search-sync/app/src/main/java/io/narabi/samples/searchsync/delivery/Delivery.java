package io.narabi.samples.searchsync.delivery;

import io.narabi.samples.searchsync.history.Change;

/**
 * One hand-over of a change to the listener, over.
 *
 * @param attempt the message's {@code JMSXDeliveryCount}
 * @param endpoint the thread that it ran on
 * @param startOrder when the listener was called: its place among all calls and returns of the run
 * @param returnOrder when the listener returned, likewise
 * @param startNanos when the listener was called
 * @param endNanos when its transaction was over
 */
public record Delivery(
        Change change,
        int attempt,
        String endpoint,
        long startOrder,
        long returnOrder,
        long startNanos,
        long endNanos,
        Outcome outcome) {}
