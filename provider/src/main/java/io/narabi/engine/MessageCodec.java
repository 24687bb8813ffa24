package io.narabi.engine;

import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.engine.MessageData.NoValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The stored form of {@link MessageData}. The first byte is the format's version; a form once written is read for ever. Thread-safe.
 */
public final class MessageCodec {

    private static final int VERSION = 1;

    private static final int HAS_CORRELATION_TEXT = 1;
    private static final int HAS_CORRELATION_BYTES = 1 << 1;
    private static final int HAS_REPLY_TO_QUEUE = 1 << 2;
    private static final int HAS_REPLY_TO_TOPIC = 1 << 3;
    private static final int HAS_TYPE = 1 << 4;
    private static final int PERSISTENT = 1 << 5;
    private static final int HAS_EXPIRATION = 1 << 6;
    private static final int HAS_DELIVERY_TIME = 1 << 7;

    private MessageCodec() {}

    /** The stored form. Done once a message, on the sender's thread. */
    public static byte[] encode(MessageData message) {
        Headers h = message.headers();
        ValueWriter out = new ValueWriter(
                96 + message.body().length + 32 * message.properties().size());
        out.writeByte(VERSION);
        out.writeByte(flags(h));
        out.writeByte(h.priority());
        out.writeByte(message.kind().code());
        out.writeLong(h.timestamp());
        if (h.expiration() != 0) {
            out.writeLong(h.expiration());
        }
        if (h.deliveryTime() != 0) {
            out.writeLong(h.deliveryTime());
        }
        out.writeString(h.messageId());
        if (h.correlation() instanceof Correlation.Text text) {
            out.writeString(text.value());
        } else if (h.correlation() instanceof Correlation.Bytes bytes) {
            out.writeBytes(bytes.value());
        }
        h.replyTo().ifPresent(name -> out.writeString(name.name()));
        h.type().ifPresent(out::writeString);
        out.writeCount(message.properties().size());
        message.properties().forEach((name, value) -> {
            out.writeString(name);
            out.writeValue(value == NoValue.NO_VALUE ? null : value);
        });
        out.writeRaw(message.body());
        return out.toByteArray();
    }

    /**
     * The message of a stored form.
     *
     * @throws IllegalArgumentException if the bytes are not a stored message, or of a version newer than this one
     */
    public static MessageData decode(byte[] stored) {
        ValueReader in = new ValueReader(stored);
        int version = in.readByte();
        if (version != VERSION) {
            throw new IllegalArgumentException("A message stored in format " + version + "; this version reads up to "
                    + VERSION + ": upgrade Narabi to read it");
        }
        int flags = in.readUnsignedByte();
        int priority = in.readByte();
        BodyKind kind = BodyKind.ofCode(in.readByte());
        long timestamp = in.readLong();
        long expiration = (flags & HAS_EXPIRATION) != 0 ? in.readLong() : 0;
        long deliveryTime = (flags & HAS_DELIVERY_TIME) != 0 ? in.readLong() : 0;
        String messageId = in.readString();
        Correlation correlation = correlation(in, flags);
        Optional<DestinationName> replyTo = replyTo(in, flags);
        Optional<String> type = (flags & HAS_TYPE) != 0 ? Optional.of(in.readString()) : Optional.empty();
        Headers headers = new Headers(
                messageId,
                timestamp,
                correlation,
                replyTo,
                type,
                (flags & PERSISTENT) != 0,
                priority,
                expiration,
                deliveryTime);
        Map<String, Object> properties = properties(in);
        return new MessageData(headers, properties, kind, in.readRaw(in.remaining()));
    }

    private static int flags(Headers h) {
        int flags = 0;
        if (h.correlation() instanceof Correlation.Text) {
            flags |= HAS_CORRELATION_TEXT;
        } else if (h.correlation() instanceof Correlation.Bytes) {
            flags |= HAS_CORRELATION_BYTES;
        }
        if (h.replyTo().isPresent()) {
            flags |= h.replyTo().get().kind() == DestinationName.Kind.QUEUE ? HAS_REPLY_TO_QUEUE : HAS_REPLY_TO_TOPIC;
        }
        flags |= h.type().isPresent() ? HAS_TYPE : 0;
        flags |= h.persistent() ? PERSISTENT : 0;
        flags |= h.expiration() != 0 ? HAS_EXPIRATION : 0;
        flags |= h.deliveryTime() != 0 ? HAS_DELIVERY_TIME : 0;
        return flags;
    }

    private static Correlation correlation(ValueReader in, int flags) {
        if ((flags & HAS_CORRELATION_TEXT) != 0) {
            return new Correlation.Text(in.readString());
        }
        return (flags & HAS_CORRELATION_BYTES) != 0 ? new Correlation.Bytes(in.readBytes()) : Correlation.NONE;
    }

    private static Optional<DestinationName> replyTo(ValueReader in, int flags) {
        if ((flags & HAS_REPLY_TO_QUEUE) != 0) {
            return Optional.of(DestinationName.queue(in.readString()));
        }
        return (flags & HAS_REPLY_TO_TOPIC) != 0
                ? Optional.of(DestinationName.topic(in.readString()))
                : Optional.empty();
    }

    private static Map<String, Object> properties(ValueReader in) {
        int count = in.readNonNegativeCount();
        Map<String, Object> properties = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.readString();
            Object value = in.readValue();
            properties.put(name, value == null ? NoValue.NO_VALUE : value);
        }
        return properties;
    }
}
