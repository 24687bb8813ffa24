package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Makes messages out of the stored form and out of other providers' messages. Thread-safe. */
public final class MessageFactory {

    private MessageFactory() {}

    /** As {@link #received(MessageData, Destination, DeliveryInfo, ObjectAllowList)} with {@link ObjectAllowList#JDK}. */
    public static NarabiMessage received(MessageData data, Destination destination, DeliveryInfo info) {
        return received(data, destination, info, ObjectAllowList.JDK);
    }

    /**
     * A received message: body and properties are read-only. Nothing of the body is decoded, copied or deserialized before it is asked
     * for.
     *
     * @param destination {@code JMSDestination}
     * @param allowed which classes an ObjectMessage may bring
     */
    public static NarabiMessage received(
            MessageData data, Destination destination, DeliveryInfo info, ObjectAllowList allowed) {
        return switch (data.kind()) {
            case NONE -> new NarabiPlainMessage(data, destination, info);
            case TEXT_NULL, TEXT_UTF8, TEXT_UTF16 -> new NarabiTextMessage(data, destination, info);
            case BYTES -> new NarabiBytesMessage(data, destination, info);
            case MAP -> new NarabiMapMessage(data, destination, info);
            case STREAM -> new NarabiStreamMessage(data, destination, info);
            case OBJECT -> new NarabiObjectMessage(data, destination, info, allowed);
        };
    }

    /**
     * The message itself if it is Narabi's, else a new one with the same body, properties, type, correlation identifier and, where it
     * names a queue or topic, reply destination (Jakarta Messaging 3.1 §3.12: any implementation of {@code Message} can be sent). What
     * the provider sets at the send is left to the producer. Bytes and stream messages are reset.
     *
     * @throws JMSException what the other message throws, or if a property's name or a value cannot be carried
     */
    public static NarabiMessage convert(Message message) throws JMSException {
        return message instanceof NarabiMessage own ? own : ForeignMessages.copy(message);
    }
}
