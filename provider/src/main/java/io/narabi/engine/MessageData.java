package io.narabi.engine;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A message as it travels and is stored: immutable but for the body's array, which nobody may change.
 *
 * @param headers the JMS headers
 * @param properties the properties by name, in no particular order: Boolean, Byte, Short, Integer, Long, Float, Double, String, or
 *     {@link NoValue} for one that was set to null
 * @param kind what the body is
 * @param body the body, encoded as {@code kind} says
 */
public record MessageData(Headers headers, Map<String, Object> properties, BodyKind kind, byte[] body) {

    /** The property that names the message group (Jakarta Messaging 3.1 §3.5.9). */
    public static final String GROUP_PROPERTY = "JMSXGroupID";

    public MessageData {
        Objects.requireNonNull(headers);
        Objects.requireNonNull(body);
        properties = Map.copyOf(properties);
    }

    /** The message group: the value of {@code JMSXGroupID} read as a string; none where it is missing or empty. */
    public Optional<String> group() {
        return property(GROUP_PROPERTY).map(Object::toString).filter(text -> !text.isEmpty());
    }

    /** The property's value; empty where it is missing or was set to null. */
    public Optional<Object> property(String name) {
        return Optional.ofNullable(properties.get(name)).filter(value -> value != NoValue.NO_VALUE);
    }

    /** The same message with other properties. */
    public MessageData withProperties(Map<String, Object> newProperties) {
        return new MessageData(headers, newProperties, kind, body);
    }

    /** The same message with other headers. */
    public MessageData withHeaders(Headers newHeaders) {
        return new MessageData(newHeaders, properties, kind, body);
    }

    /** The value of a property that exists and is null: to selectors and groups it is as good as missing (Jakarta Messaging 3.1 §3.8.1.2). */
    public enum NoValue {
        NO_VALUE
    }

    /** What a body is, and how it is encoded. The codes are part of the stored format: never change one. */
    public enum BodyKind {
        /** No body ({@code Message}). */
        NONE(0),
        /** TextMessage without text set (null). */
        TEXT_NULL(1),
        /** TextMessage: the text as UTF-8. */
        TEXT_UTF8(2),
        /** TextMessage: the text as UTF-16 big-endian, for texts that UTF-8 cannot carry (unpaired surrogates). */
        TEXT_UTF16(3),
        /** BytesMessage: the bytes. */
        BYTES(4),
        /** MapMessage: the number of entries ({@link ValueWriter#writeCount}), then each name as a string and its typed value. */
        MAP(5),
        /** StreamMessage: typed values, one after another to the end. */
        STREAM(6),
        /** ObjectMessage: a serialized object; empty for null. Never deserialized by an engine. */
        OBJECT(7);

        private final int code;

        BodyKind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /**
         * The kind with this code.
         *
         * @throws IllegalArgumentException for an unknown code
         */
        public static BodyKind ofCode(int code) {
            for (BodyKind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("Unknown body kind " + code);
        }
    }

    /**
     * The JMS headers that are stored (Jakarta Messaging 3.1 §3.4).
     *
     * @param messageId JMSMessageID; empty where the producer disabled it
     * @param timestamp JMSTimestamp, ms since the epoch; 0 where disabled
     * @param correlation JMSCorrelationID
     * @param replyTo JMSReplyTo
     * @param type JMSType
     * @param persistent JMSDeliveryMode
     * @param priority JMSPriority, 0 to 9
     * @param expiration JMSExpiration, ms since the epoch; 0 for never
     * @param deliveryTime JMSDeliveryTime, ms since the epoch; 0 or the timestamp for at once
     */
    public record Headers(
            String messageId,
            long timestamp,
            Correlation correlation,
            Optional<DestinationName> replyTo,
            Optional<String> type,
            boolean persistent,
            int priority,
            long expiration,
            long deliveryTime) {

        public Headers {
            if (priority < 0 || priority > 9) {
                throw new IllegalArgumentException("JMSPriority must be 0 to 9, not " + priority);
            }
        }

        public Headers withExpiration(long newExpiration) {
            return new Headers(
                    messageId,
                    timestamp,
                    correlation,
                    replyTo,
                    type,
                    persistent,
                    priority,
                    newExpiration,
                    deliveryTime);
        }

        public Headers withPersistent(boolean newPersistent) {
            return new Headers(
                    messageId,
                    timestamp,
                    correlation,
                    replyTo,
                    type,
                    newPersistent,
                    priority,
                    expiration,
                    deliveryTime);
        }
    }

    /** JMSCorrelationID: nothing, a string, or a provider-native byte array (Jakarta Messaging 3.1 §3.4.5). */
    public sealed interface Correlation {

        Correlation NONE = new None();

        /** Not set. */
        record None() implements Correlation {}

        /** A string. */
        record Text(String value) implements Correlation {}

        /** Bytes; nobody may change the array. */
        record Bytes(byte[] value) implements Correlation {}
    }
}
