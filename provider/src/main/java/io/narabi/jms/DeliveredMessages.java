package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.jms.message.AcknowledgeAction;
import io.narabi.jms.message.DeliveryInfo;
import io.narabi.jms.message.MessageFactory;
import io.narabi.jms.message.NarabiMessage;
import jakarta.jms.JMSException;
import java.util.HashMap;
import java.util.Map;

/** Makes the messages that an application sees out of the engine's deliveries. Thread-safe. */
final class DeliveredMessages {

    private static final String LANE_NEW = "JMS_NARABI_LANE_NEW";
    private static final String REPLAY = "JMS_NARABI_REPLAY";
    private static final String PARTITION = "JMS_NARABI_PARTITION";
    private static final String OFFSET = "JMS_NARABI_OFFSET";
    private static final String SEQUENCE = "JMS_NARABI_SEQUENCE";

    private final boolean withPlace;
    private final AcknowledgeAction acknowledge;

    /**
     * @param withPlace whether messages say where they are stored ({@code ?place=true})
     * @param acknowledge what their {@code acknowledge()} does
     */
    DeliveredMessages(boolean withPlace, AcknowledgeAction acknowledge) {
        this.withPlace = withPlace;
        this.acknowledge = acknowledge;
    }

    NarabiMessage of(Delivery delivery, NarabiDestination destination) throws JMSException {
        DeliveryInfo info = new DeliveryInfo(delivery.attempt(), delivery.redelivered(), extras(delivery));
        NarabiMessage message = MessageFactory.received(delivery.message(), destination, info);
        message.setAcknowledgeAction(acknowledge);
        return message;
    }

    private Map<String, Object> extras(Delivery delivery) {
        if (!withPlace && delivery.marks().isEmpty()) {
            return Map.of();
        }
        Map<String, Object> extras = new HashMap<>();
        if (delivery.marks().contains(Delivery.Mark.LANE_NEW)) {
            extras.put(LANE_NEW, true);
        }
        if (delivery.marks().contains(Delivery.Mark.REPLAY)) {
            extras.put(REPLAY, true);
        }
        if (withPlace) {
            extras.put(PARTITION, delivery.place().partition());
            extras.put(OFFSET, delivery.place().offset());
            extras.put(SEQUENCE, delivery.place().sequence());
        }
        return extras;
    }
}
