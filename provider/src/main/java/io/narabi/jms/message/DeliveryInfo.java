package io.narabi.jms.message;

import java.util.Map;

/**
 * What is said of one delivery of a message.
 *
 * @param deliveryCount {@code JMSXDeliveryCount}, from 1
 * @param redelivered {@code JMSRedelivered}
 * @param extraProperties properties that the provider adds to this delivery ({@code JMS_NARABI_…}); not stored
 */
public record DeliveryInfo(int deliveryCount, boolean redelivered, Map<String, Object> extraProperties) {

    public DeliveryInfo {
        extraProperties = Map.copyOf(extraProperties);
    }
}
