package io.narabi.ra.inbound;

import io.narabi.engine.Delivery;
import io.narabi.jms.NarabiDestination;
import io.narabi.jms.message.DeliveryInfo;
import io.narabi.jms.message.MessageFactory;
import jakarta.jms.Message;
import java.util.HashMap;
import java.util.Map;

/** Makes what a listener gets of what was handed over. */
final class ReceivedMessages {

    private ReceivedMessages() {}

    /**
     * The message of a delivery; its {@code acknowledge()} does nothing, as the container acknowledges.
     *
     * @param withPlace whether the message says where it is stored
     */
    static Message toMessage(Delivery delivery, boolean withPlace) {
        Map<String, Object> extra = new HashMap<>();
        if (delivery.marks().contains(Delivery.Mark.LANE_NEW)) {
            extra.put("JMS_NARABI_LANE_NEW", true);
        }
        if (delivery.marks().contains(Delivery.Mark.REPLAY)) {
            extra.put("JMS_NARABI_REPLAY", true);
        }
        if (withPlace) {
            extra.put("JMS_NARABI_PARTITION", delivery.place().partition());
            extra.put("JMS_NARABI_OFFSET", delivery.place().offset());
            extra.put("JMS_NARABI_SEQUENCE", delivery.place().sequence());
        }
        return MessageFactory.received(
                delivery.message(),
                NarabiDestination.of(delivery.subscription().destination()),
                new DeliveryInfo(delivery.attempt(), delivery.redelivered(), extra));
    }
}
