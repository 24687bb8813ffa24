package io.narabi.jms.message;

import io.narabi.engine.MessageCodec;
import io.narabi.jms.NarabiQueue;
import jakarta.jms.JMSException;
import java.util.Map;

/** Shorthand for tests: messages as another program would receive them. */
final class Messages {

    static final NarabiQueue QUEUE = new NarabiQueue("orders");

    private static final DeliveryInfo FIRST = new DeliveryInfo(1, false, Map.of());

    private Messages() {}

    /** Sent, stored, read again and received. */
    @SuppressWarnings("unchecked")
    static <M extends NarabiMessage> M received(M message) throws JMSException {
        return (M) received(message, FIRST);
    }

    static NarabiMessage received(NarabiMessage message, DeliveryInfo info) throws JMSException {
        return received(message, info, ObjectAllowList.JDK);
    }

    static NarabiMessage received(NarabiMessage message, DeliveryInfo info, ObjectAllowList allowed)
            throws JMSException {
        return MessageFactory.received(
                MessageCodec.decode(MessageCodec.encode(message.toData())), QUEUE, info, allowed);
    }

    static NarabiObjectMessage received(NarabiObjectMessage message, ObjectAllowList allowed) throws JMSException {
        return (NarabiObjectMessage) received(message, FIRST, allowed);
    }
}
