package io.narabi.jms.message;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Delivery;
import jakarta.jms.Destination;
import java.util.HashMap;
import java.util.Map;

/** Makes the messages that an application sees out of an engine's deliveries, as the connection's URL wants them. Thread-safe. */
public final class DeliveredMessages {

    private static final String LANE_NEW = "JMS_NARABI_LANE_NEW";
    private static final String REPLAY = "JMS_NARABI_REPLAY";
    private static final String PARTITION = "JMS_NARABI_PARTITION";
    private static final String OFFSET = "JMS_NARABI_OFFSET";
    private static final String SEQUENCE = "JMS_NARABI_SEQUENCE";

    private final boolean withPlace;
    private final ObjectAllowList allowed;
    private final AcknowledgeAction acknowledge;

    private DeliveredMessages(boolean withPlace, ObjectAllowList allowed, AcknowledgeAction acknowledge) {
        this.withPlace = withPlace;
        this.allowed = allowed;
        this.acknowledge = acknowledge;
    }

    /**
     * For a connection to the URL: whether messages say where they are stored, and which classes objects may consist of, is there.
     *
     * @param acknowledge what {@code Message.acknowledge()} does
     */
    public static DeliveredMessages of(NarabiUrl url, AcknowledgeAction acknowledge) {
        return new DeliveredMessages(url.place(), ObjectAllowList.JDK.plus(url.objectClasses()), acknowledge);
    }

    /** The message that was handed over. */
    public NarabiMessage message(Delivery delivery, Destination destination) {
        DeliveryInfo info = new DeliveryInfo(delivery.attempt(), delivery.redelivered(), extras(delivery));
        NarabiMessage message = MessageFactory.received(delivery.message(), destination, info, allowed);
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
