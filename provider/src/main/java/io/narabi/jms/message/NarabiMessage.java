package io.narabi.jms.message;

import io.narabi.engine.DestinationName;
import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.jms.NarabiDestination;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What all messages share: headers (Jakarta Messaging 3.1 §3.4), properties (§3.5), the states of the body (§3.11.2) and the way to the
 * stored form.
 *
 * <p>A new message can be written. A received one has read-only properties and a read-only body until {@link #clearProperties()} and
 * {@link #clearBody()}; its headers can always be set. For one thread at a time.
 *
 * <p>What the specification leaves open: a property's name may hold hyphens, though no selector can name it then; the words of the
 * selector language are refused as names whatever their case. A property set to null exists, on the receiver's side, too, and is null
 * to a selector.
 */
public abstract class NarabiMessage implements Message {

    private final MessageProperties properties;
    private @Nullable String messageId;
    private long timestamp;
    private Correlation correlation = Correlation.NONE;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode = DEFAULT_DELIVERY_MODE;
    private boolean redelivered;
    private @Nullable String type;
    private int priority = DEFAULT_PRIORITY;
    private long expiration;
    private long deliveryTime;
    private boolean bodyReadOnly;
    private AcknowledgeAction acknowledgeAction = AcknowledgeAction.NONE;

    /** A new message. */
    NarabiMessage() {
        properties = new MessageProperties();
    }

    /** A received message. */
    NarabiMessage(MessageData data, Destination destination, DeliveryInfo info) {
        properties = new MessageProperties(data.properties(), info);
        Headers headers = data.headers();
        messageId = headers.messageId().isEmpty() ? null : headers.messageId();
        timestamp = headers.timestamp();
        correlation = headers.correlation();
        replyTo = headers.replyTo().map(NarabiDestination::of).orElse(null);
        this.destination = destination;
        deliveryMode = headers.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        redelivered = info.redelivered();
        type = headers.type().orElse(null);
        priority = headers.priority();
        expiration = headers.expiration();
        deliveryTime = headers.deliveryTime() == 0 ? headers.timestamp() : headers.deliveryTime();
        bodyReadOnly = true;
    }

    /** The body as it is now: a snapshot that later changes do not reach. */
    abstract Body body() throws JMSException;

    /** Makes the body that of a new message. */
    abstract void eraseBody();

    /** Whether there is a body at all (Jakarta Messaging 3.1 §3.11: null text, no bytes, no entries, a null object are none). */
    abstract boolean hasNoBody() throws JMSException;

    /** The body as {@code wanted}, when there is one; empty if it cannot be had so. */
    abstract <T> Optional<T> bodyAs(Class<T> wanted) throws JMSException;

    /** Whether {@link #bodyAs} would give something, when there is a body. */
    abstract boolean canBe(Class<?> wanted);

    /**
     * The stored form: a snapshot of headers, properties and body, which later changes of this message do not affect (Jakarta Messaging
     * 3.1 §3.9). Properties that only Narabi sets ({@code JMS_NARABI_…}, {@code JMSXDeliveryCount}) are left out. A delivery time equal
     * to the timestamp is stored as none.
     *
     * @throws JMSException if a header cannot be stored: a priority out of range, a reply destination that is no queue or topic
     */
    public final MessageData toData() throws JMSException {
        if (priority < 0 || priority > 9) {
            throw new JMSException("Message " + messageId + " has priority " + priority + "; it must be 0 to 9");
        }
        Optional<DestinationName> reply = replyTo == null
                ? Optional.empty()
                : Optional.of(NarabiDestination.from(replyTo).toName());
        Headers headers = new Headers(
                messageId == null ? "" : messageId,
                timestamp,
                correlation,
                reply,
                Optional.ofNullable(type),
                deliveryMode != DeliveryMode.NON_PERSISTENT,
                priority,
                expiration,
                deliveryTime == timestamp ? 0 : deliveryTime);
        Body body = body();
        return new MessageData(headers, properties.toStored(), body.kind(), body.bytes());
    }

    /** What {@link #acknowledge()} does from now on. */
    public final void setAcknowledgeAction(AcknowledgeAction action) {
        acknowledgeAction = action;
    }

    /** Does what the receiving session has laid down; nothing on a message that was not received. */
    @Override
    public final void acknowledge() throws JMSException {
        acknowledgeAction.acknowledge();
    }

    @Override
    public final void clearBody() throws JMSException {
        eraseBody();
        bodyReadOnly = false;
    }

    @Override
    public final <T> @Nullable T getBody(Class<T> c) throws JMSException {
        if (hasNoBody()) {
            return null;
        }
        Optional<T> body = bodyAs(c);
        if (body.isEmpty()) {
            throw new MessageFormatException("The body of " + this + " cannot be had as " + c.getName()
                    + " (Jakarta Messaging 3.1 §3.11: getBody)");
        }
        return body.get();
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public final boolean isBodyAssignableTo(Class c) throws JMSException {
        return hasNoBody() || canBe(c);
    }

    final boolean isBodyReadOnly() {
        return bodyReadOnly;
    }

    final void makeBodyReadOnly() {
        bodyReadOnly = true;
    }

    final void needWritableBody() throws JMSException {
        if (bodyReadOnly) {
            throw new MessageNotWriteableException("The body of " + this
                    + " is read-only: call clearBody() to write a new one (Jakarta Messaging 3.1 §3.11.2)");
        }
    }

    final void needReadableBody() throws JMSException {
        if (!bodyReadOnly) {
            throw new MessageNotReadableException("The body of " + this
                    + " is being written: call reset() to read it (Jakarta Messaging 3.1 §3.11.2)");
        }
    }

    // Headers, Jakarta Messaging 3.1 §3.4.

    @Override
    public final @Nullable String getJMSMessageID() {
        return messageId;
    }

    @Override
    public final void setJMSMessageID(@Nullable String id) {
        messageId = id;
    }

    @Override
    public final long getJMSTimestamp() {
        return timestamp;
    }

    @Override
    public final void setJMSTimestamp(long timestamp) {
        this.timestamp = timestamp;
    }

    /** The correlation identifier as bytes; one set as a string is given in UTF-8; null if there is none. */
    @Override
    public final byte @Nullable [] getJMSCorrelationIDAsBytes() {
        if (correlation instanceof Correlation.Bytes bytes) {
            return bytes.value().clone();
        }
        return correlation instanceof Correlation.Text text ? text.value().getBytes(StandardCharsets.UTF_8) : null;
    }

    @Override
    public final void setJMSCorrelationIDAsBytes(byte @Nullable [] correlationID) {
        correlation = correlationID == null ? Correlation.NONE : new Correlation.Bytes(correlationID.clone());
    }

    @Override
    public final void setJMSCorrelationID(@Nullable String correlationID) {
        correlation = correlationID == null ? Correlation.NONE : new Correlation.Text(correlationID);
    }

    /** The correlation identifier as a string; one set as bytes is read as UTF-8; null if there is none. */
    @Override
    public final @Nullable String getJMSCorrelationID() {
        if (correlation instanceof Correlation.Text text) {
            return text.value();
        }
        return correlation instanceof Correlation.Bytes bytes
                ? new String(bytes.value(), StandardCharsets.UTF_8)
                : null;
    }

    @Override
    public final @Nullable Destination getJMSReplyTo() {
        return replyTo;
    }

    /**
     * Sets the destination for replies. Another provider's queue or topic is stored as Narabi's of the same name.
     *
     * @throws jakarta.jms.InvalidDestinationException if it is neither a queue nor a topic
     */
    @Override
    public final void setJMSReplyTo(@Nullable Destination replyTo) throws JMSException {
        if (replyTo != null) {
            NarabiDestination.from(replyTo);
        }
        this.replyTo = replyTo;
    }

    @Override
    public final @Nullable Destination getJMSDestination() {
        return destination;
    }

    @Override
    public final void setJMSDestination(@Nullable Destination destination) {
        this.destination = destination;
    }

    @Override
    public final int getJMSDeliveryMode() {
        return deliveryMode;
    }

    @Override
    public final void setJMSDeliveryMode(int deliveryMode) {
        this.deliveryMode = deliveryMode;
    }

    @Override
    public final boolean getJMSRedelivered() {
        return redelivered;
    }

    @Override
    public final void setJMSRedelivered(boolean redelivered) {
        this.redelivered = redelivered;
    }

    @Override
    public final @Nullable String getJMSType() {
        return type;
    }

    @Override
    public final void setJMSType(@Nullable String type) {
        this.type = type;
    }

    @Override
    public final long getJMSExpiration() {
        return expiration;
    }

    @Override
    public final void setJMSExpiration(long expiration) {
        this.expiration = expiration;
    }

    @Override
    public final long getJMSDeliveryTime() {
        return deliveryTime;
    }

    @Override
    public final void setJMSDeliveryTime(long deliveryTime) {
        this.deliveryTime = deliveryTime;
    }

    @Override
    public final int getJMSPriority() {
        return priority;
    }

    @Override
    public final void setJMSPriority(int priority) {
        this.priority = priority;
    }

    // Properties, Jakarta Messaging 3.1 §3.5.

    @Override
    public final void clearProperties() {
        properties.clear();
    }

    @Override
    public final boolean propertyExists(@Nullable String name) {
        return properties.exists(name);
    }

    @Override
    public final boolean getBooleanProperty(@Nullable String name) throws JMSException {
        return Conversions.toBoolean(properties.get(name), name);
    }

    @Override
    public final byte getByteProperty(@Nullable String name) throws JMSException {
        return Conversions.toByte(properties.get(name), name);
    }

    @Override
    public final short getShortProperty(@Nullable String name) throws JMSException {
        return Conversions.toShort(properties.get(name), name);
    }

    @Override
    public final int getIntProperty(@Nullable String name) throws JMSException {
        return Conversions.toInt(properties.get(name), name);
    }

    @Override
    public final long getLongProperty(@Nullable String name) throws JMSException {
        return Conversions.toLong(properties.get(name), name);
    }

    @Override
    public final float getFloatProperty(@Nullable String name) throws JMSException {
        return Conversions.toFloat(properties.get(name), name);
    }

    @Override
    public final double getDoubleProperty(@Nullable String name) throws JMSException {
        return Conversions.toDouble(properties.get(name), name);
    }

    @Override
    public final @Nullable String getStringProperty(@Nullable String name) throws JMSException {
        return Conversions.toText(properties.get(name), name);
    }

    @Override
    public final @Nullable Object getObjectProperty(@Nullable String name) {
        return properties.get(name);
    }

    @Override
    public final Enumeration<String> getPropertyNames() {
        return properties.names();
    }

    @Override
    public final void setBooleanProperty(@Nullable String name, boolean value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setByteProperty(@Nullable String name, byte value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setShortProperty(@Nullable String name, short value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setIntProperty(@Nullable String name, int value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setLongProperty(@Nullable String name, long value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setFloatProperty(@Nullable String name, float value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setDoubleProperty(@Nullable String name, double value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setStringProperty(@Nullable String name, @Nullable String value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public final void setObjectProperty(@Nullable String name, @Nullable Object value) throws JMSException {
        properties.set(name, value);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + (messageId == null ? "no identifier" : messageId)
                + (destination == null ? "" : ", " + destination) + "]";
    }
}
