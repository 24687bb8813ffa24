package io.narabi.ra.inbound;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Delivery;
import io.narabi.jms.NarabiDestination;
import io.narabi.jms.message.AcknowledgeAction;
import io.narabi.jms.message.DeliveredMessages;
import jakarta.jms.Message;

/** Makes what a listener gets of what was handed over. */
final class ReceivedMessages {

    private ReceivedMessages() {}

    /** The message of a delivery, as the URL wants it; its {@code acknowledge()} does nothing, as the container acknowledges. */
    static Message toMessage(Delivery delivery, NarabiUrl url) {
        return DeliveredMessages.of(url, AcknowledgeAction.NONE)
                .message(delivery, NarabiDestination.of(delivery.subscription().destination()));
    }
}
