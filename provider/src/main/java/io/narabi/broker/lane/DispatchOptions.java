package io.narabi.broker.lane;

import io.narabi.broker.redelivery.RedeliveryPolicy;
import io.narabi.config.DeliveryOrder;
import io.narabi.config.Unmatched;

/**
 * The options of a subscription that dispatch needs.
 *
 * @param order the delivery order
 * @param exclusive whether the whole destination is one lane
 * @param unmatched what a group's message does that no open consumer matches
 * @param redelivery what becomes of failed attempts
 * @param lookAhead how many messages the ready path looks ahead at most
 */
public record DispatchOptions(
        DeliveryOrder order, boolean exclusive, Unmatched unmatched, RedeliveryPolicy redelivery, int lookAhead) {}
