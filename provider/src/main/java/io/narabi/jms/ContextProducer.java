package io.narabi.jms;

import static io.narabi.jms.JmsExceptions.unchecked;
import static io.narabi.jms.JmsExceptions.uncheckedOrNull;

import io.narabi.jms.message.NarabiBytesMessage;
import io.narabi.jms.message.NarabiMapMessage;
import io.narabi.jms.message.NarabiObjectMessage;
import io.narabi.jms.message.NarabiPlainMessage;
import io.narabi.jms.message.NarabiTextMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A producer of the simplified API (Jakarta Messaging 3.1 §7): send options, properties and headers for all that it sends. */
final class ContextProducer implements JMSProducer {

    private final SessionCore session;
    private SendOptions options = SendOptions.DEFAULTS;
    private @Nullable CompletionListener async;

    /** Holds properties and headers, as it converts and checks them as a message does. */
    private final NarabiPlainMessage template = new NarabiPlainMessage();

    private boolean correlationSet;
    private boolean typeSet;
    private boolean replyToSet;

    ContextProducer(SessionCore session) {
        this.session = session;
    }

    private ContextProducer set(JmsExceptions.Action action) {
        unchecked(action);
        return this;
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Message message) {
        return set(() -> {
            session.checkOpen();
            NarabiDestination to = Destinations.own(destination);
            if (message == null) {
                throw new MessageFormatException("There is no message to send: it is null");
            }
            apply(message);
            CompletionListener listener = async;
            if (listener == null) {
                session.sends().send(to, message, options);
            } else {
                session.sends().sendAsync(this, to, message, options, listener);
            }
        });
    }

    /** What is set here overrides what the message has (§7.5). */
    private void apply(Message message) throws JMSException {
        for (String name : Collections.list(template.getPropertyNames())) {
            message.setObjectProperty(name, template.getObjectProperty(name));
        }
        if (correlationSet) {
            byte[] bytes = template.getJMSCorrelationIDAsBytes();
            String text = template.getJMSCorrelationID();
            if (correlationIsBytes && bytes != null) {
                message.setJMSCorrelationIDAsBytes(bytes);
            } else {
                message.setJMSCorrelationID(text);
            }
        }
        if (typeSet) {
            message.setJMSType(template.getJMSType());
        }
        if (replyToSet) {
            message.setJMSReplyTo(template.getJMSReplyTo());
        }
    }

    private boolean correlationIsBytes;

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable String body) {
        return send(destination, new NarabiTextMessage(body));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Map<String, Object> body) {
        return send(destination, unchecked(() -> mapMessage(body)));
    }

    private static Message mapMessage(@Nullable Map<String, Object> body) throws JMSException {
        MapMessage message = new NarabiMapMessage();
        if (body != null) {
            for (Map.Entry<String, Object> entry : body.entrySet()) {
                message.setObject(entry.getKey(), entry.getValue());
            }
        }
        return message;
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, byte @Nullable [] body) {
        return send(destination, unchecked(() -> {
            NarabiBytesMessage message = new NarabiBytesMessage();
            if (body != null) {
                message.writeBytes(body);
            }
            return message;
        }));
    }

    @Override
    public JMSProducer send(@Nullable Destination destination, @Nullable Serializable body) {
        return send(destination, unchecked(() -> new NarabiObjectMessage(body)));
    }

    @Override
    public JMSProducer setDisableMessageID(boolean value) {
        options = options.withMessageIdDisabled(value);
        return this;
    }

    @Override
    public boolean getDisableMessageID() {
        return options.messageIdDisabled();
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean value) {
        options = options.withTimestampDisabled(value);
        return this;
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return options.timestampDisabled();
    }

    @Override
    public JMSProducer setDeliveryMode(int deliveryMode) {
        return set(() -> options = options.withDeliveryMode(deliveryMode));
    }

    @Override
    public int getDeliveryMode() {
        return options.deliveryMode();
    }

    @Override
    public JMSProducer setPriority(int priority) {
        return set(() -> options = options.withPriority(priority));
    }

    @Override
    public int getPriority() {
        return options.priority();
    }

    @Override
    public JMSProducer setTimeToLive(long timeToLive) {
        return set(() -> options = options.withTimeToLive(timeToLive));
    }

    @Override
    public long getTimeToLive() {
        return options.timeToLive();
    }

    @Override
    public JMSProducer setDeliveryDelay(long deliveryDelay) {
        return set(() -> options = options.withDeliveryDelay(deliveryDelay));
    }

    @Override
    public long getDeliveryDelay() {
        return options.deliveryDelay();
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener completionListener) {
        async = completionListener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return async;
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, boolean value) {
        return set(() -> template.setBooleanProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, byte value) {
        return set(() -> template.setByteProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, short value) {
        return set(() -> template.setShortProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, int value) {
        return set(() -> template.setIntProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, long value) {
        return set(() -> template.setLongProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, float value) {
        return set(() -> template.setFloatProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, double value) {
        return set(() -> template.setDoubleProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, @Nullable String value) {
        return set(() -> template.setStringProperty(name, value));
    }

    @Override
    public JMSProducer setProperty(@Nullable String name, @Nullable Object value) {
        return set(() -> template.setObjectProperty(name, value));
    }

    @Override
    public JMSProducer clearProperties() {
        template.clearProperties();
        return this;
    }

    @Override
    public boolean propertyExists(@Nullable String name) {
        return template.propertyExists(name);
    }

    @Override
    public boolean getBooleanProperty(@Nullable String name) {
        return unchecked(() -> template.getBooleanProperty(name));
    }

    @Override
    public byte getByteProperty(@Nullable String name) {
        return unchecked(() -> template.getByteProperty(name));
    }

    @Override
    public short getShortProperty(@Nullable String name) {
        return unchecked(() -> template.getShortProperty(name));
    }

    @Override
    public int getIntProperty(@Nullable String name) {
        return unchecked(() -> template.getIntProperty(name));
    }

    @Override
    public long getLongProperty(@Nullable String name) {
        return unchecked(() -> template.getLongProperty(name));
    }

    @Override
    public float getFloatProperty(@Nullable String name) {
        return unchecked(() -> template.getFloatProperty(name));
    }

    @Override
    public double getDoubleProperty(@Nullable String name) {
        return unchecked(() -> template.getDoubleProperty(name));
    }

    @Override
    public @Nullable String getStringProperty(@Nullable String name) {
        return uncheckedOrNull(() -> template.getStringProperty(name));
    }

    @Override
    public @Nullable Object getObjectProperty(@Nullable String name) {
        return template.getObjectProperty(name);
    }

    @Override
    public Set<String> getPropertyNames() {
        return new PropertyNamesView();
    }

    /** Follows the properties of the producer, and cannot change them. */
    private final class PropertyNamesView extends AbstractSet<String> {

        private List<String> names() {
            return Collections.list(template.getPropertyNames());
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.unmodifiableList(names()).iterator();
        }

        @Override
        public int size() {
            return names().size();
        }

        @Override
        public boolean remove(@Nullable Object name) {
            throw new UnsupportedOperationException("The names of a JMSProducer's properties cannot be changed here");
        }

        @Override
        public void clear() {
            throw new UnsupportedOperationException("Use JMSProducer.clearProperties()");
        }
    }

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] correlationID) {
        template.setJMSCorrelationIDAsBytes(correlationID);
        correlationSet = true;
        correlationIsBytes = true;
        return this;
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return template.getJMSCorrelationIDAsBytes();
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String correlationID) {
        template.setJMSCorrelationID(correlationID);
        correlationSet = true;
        correlationIsBytes = false;
        return this;
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return template.getJMSCorrelationID();
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        template.setJMSType(type);
        typeSet = true;
        return this;
    }

    @Override
    public @Nullable String getJMSType() {
        return template.getJMSType();
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination replyTo) {
        replyToSet = true;
        return set(() -> template.setJMSReplyTo(replyTo));
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return template.getJMSReplyTo();
    }
}
