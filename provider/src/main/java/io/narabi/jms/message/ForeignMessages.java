package io.narabi.jms.message;

import io.narabi.jms.NarabiDestination;
import jakarta.jms.BytesMessage;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Enumeration;

/** Copies messages of other implementations, through the interfaces of the API only (Jakarta Messaging 3.1 §3.12). */
final class ForeignMessages {

    private static final int CHUNK = 8_192;

    private ForeignMessages() {}

    static NarabiMessage copy(Message foreign) throws JMSException {
        NarabiMessage copy = body(foreign);
        copyProperties(foreign, copy);
        copy.setJMSCorrelationID(foreign.getJMSCorrelationID());
        copy.setJMSType(foreign.getJMSType());
        copyReplyTo(foreign, copy);
        return copy;
    }

    private static NarabiMessage body(Message foreign) throws JMSException {
        if (foreign instanceof TextMessage text) {
            return new NarabiTextMessage(text.getText());
        }
        if (foreign instanceof BytesMessage bytes) {
            return bytes(bytes);
        }
        if (foreign instanceof MapMessage map) {
            return map(map);
        }
        if (foreign instanceof StreamMessage stream) {
            return stream(stream);
        }
        return foreign instanceof ObjectMessage object
                ? new NarabiObjectMessage(object.getObject())
                : new NarabiPlainMessage();
    }

    private static NarabiMessage bytes(BytesMessage foreign) throws JMSException {
        NarabiBytesMessage copy = new NarabiBytesMessage();
        foreign.reset();
        byte[] chunk = new byte[CHUNK];
        for (int count = foreign.readBytes(chunk); count > 0; count = foreign.readBytes(chunk)) {
            copy.writeBytes(chunk, 0, count);
        }
        foreign.reset();
        return copy;
    }

    private static NarabiMessage map(MapMessage foreign) throws JMSException {
        NarabiMapMessage copy = new NarabiMapMessage();
        for (Enumeration<?> names = foreign.getMapNames(); names.hasMoreElements(); ) {
            String name = (String) names.nextElement();
            copy.setObject(name, foreign.getObject(name));
        }
        return copy;
    }

    private static NarabiMessage stream(StreamMessage foreign) throws JMSException {
        NarabiStreamMessage copy = new NarabiStreamMessage();
        foreign.reset();
        try {
            while (true) {
                copy.writeObject(foreign.readObject());
            }
        } catch (MessageEOFException end) {
            foreign.reset();
        }
        return copy;
    }

    private static void copyProperties(Message foreign, NarabiMessage copy) throws JMSException {
        for (Enumeration<?> names = foreign.getPropertyNames(); names.hasMoreElements(); ) {
            String name = (String) names.nextElement();
            copy.setObjectProperty(name, foreign.getObjectProperty(name));
        }
    }

    private static void copyReplyTo(Message foreign, NarabiMessage copy) throws JMSException {
        if (foreign.getJMSReplyTo() != null) {
            try {
                copy.setJMSReplyTo(NarabiDestination.from(foreign.getJMSReplyTo()));
            } catch (InvalidDestinationException e) {
                // Another provider's destination that is neither queue nor topic: §3.12 does not ask to keep it.
                copy.setJMSReplyTo(null);
            }
        }
    }
}
