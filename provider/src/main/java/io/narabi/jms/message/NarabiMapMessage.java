package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.ValueReader;
import io.narabi.engine.ValueWriter;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message whose body is a set of named values (Jakarta Messaging 3.1 §3.11). For one thread at a time. */
public final class NarabiMapMessage extends NarabiMessage implements MapMessage {

    private static final int EXPECTED_BYTES_PER_ENTRY = 24;

    private Map<String, @Nullable Object> entries = new LinkedHashMap<>();

    /** As received, until the body is cleared (only then can it be written); decoded on first use. */
    private byte @Nullable [] received;

    private boolean decoded = true;

    /** A new message without entries. */
    public NarabiMapMessage() {}

    NarabiMapMessage(MessageData data, Destination destination, DeliveryInfo info) {
        super(data, destination, info);
        received = data.body();
        decoded = false;
    }

    @Override
    public boolean getBoolean(@Nullable String name) throws JMSException {
        return Conversions.toBoolean(entry(name), name);
    }

    @Override
    public byte getByte(@Nullable String name) throws JMSException {
        return Conversions.toByte(entry(name), name);
    }

    @Override
    public short getShort(@Nullable String name) throws JMSException {
        return Conversions.toShort(entry(name), name);
    }

    @Override
    public char getChar(@Nullable String name) throws JMSException {
        return Conversions.toChar(entry(name), name);
    }

    @Override
    public int getInt(@Nullable String name) throws JMSException {
        return Conversions.toInt(entry(name), name);
    }

    @Override
    public long getLong(@Nullable String name) throws JMSException {
        return Conversions.toLong(entry(name), name);
    }

    @Override
    public float getFloat(@Nullable String name) throws JMSException {
        return Conversions.toFloat(entry(name), name);
    }

    @Override
    public double getDouble(@Nullable String name) throws JMSException {
        return Conversions.toDouble(entry(name), name);
    }

    @Override
    public @Nullable String getString(@Nullable String name) throws JMSException {
        return Conversions.toText(entry(name), name);
    }

    @Override
    public byte @Nullable [] getBytes(@Nullable String name) throws JMSException {
        byte[] value = Conversions.toBytes(entry(name), name);
        return value == null ? null : value.clone();
    }

    @Override
    public @Nullable Object getObject(@Nullable String name) throws JMSException {
        return copy(entry(name));
    }

    @Override
    public Enumeration<String> getMapNames() throws JMSException {
        return Collections.enumeration(List.copyOf(entries().keySet()));
    }

    @Override
    public boolean itemExists(@Nullable String name) throws JMSException {
        return entries().containsKey(name);
    }

    @Override
    public void setBoolean(@Nullable String name, boolean value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setByte(@Nullable String name, byte value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setShort(@Nullable String name, short value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setChar(@Nullable String name, char value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setInt(@Nullable String name, int value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setLong(@Nullable String name, long value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setFloat(@Nullable String name, float value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setDouble(@Nullable String name, double value) throws JMSException {
        put(name, value);
    }

    @Override
    public void setString(@Nullable String name, @Nullable String value) throws JMSException {
        put(name, value);
    }

    /** Sets a copy of the array, or null. */
    @Override
    public void setBytes(@Nullable String name, byte @Nullable [] value) throws JMSException {
        put(name, copy(value));
    }

    /**
     * Sets a copy of a part of the array.
     *
     * @throws JMSException if the array is null, or offset and length are not within it
     */
    @Override
    public void setBytes(@Nullable String name, byte @Nullable [] value, int offset, int length) throws JMSException {
        put(name, Slices.copy(value, offset, length));
    }

    @Override
    public void setObject(@Nullable String name, @Nullable Object value) throws JMSException {
        if (!Conversions.isBodyValue(value)) {
            throw new MessageFormatException("Entry " + name + " cannot be a "
                    + (value == null ? "null" : value.getClass().getName())
                    + ": only primitives, String and byte[] can be entries of a MapMessage");
        }
        put(name, copy(value));
    }

    @Override
    Body body() throws JMSException {
        byte[] known = received;
        if (known != null) {
            return new Body(BodyKind.MAP, known);
        }
        ValueWriter out = new ValueWriter(EXPECTED_BYTES_PER_ENTRY * entries.size());
        out.writeCount(entries.size());
        entries.forEach((name, value) -> {
            out.writeString(name);
            out.writeValue(value);
        });
        return new Body(BodyKind.MAP, out.toByteArray());
    }

    @Override
    void eraseBody() {
        entries = new LinkedHashMap<>();
        received = null;
        decoded = true;
    }

    @Override
    boolean hasNoBody() throws JMSException {
        return entries().isEmpty();
    }

    /** A map of the application's own: neither it nor its arrays are this message's. */
    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) throws JMSException {
        if (!canBe(wanted)) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> copies = new LinkedHashMap<>();
        entries().forEach((name, value) -> copies.put(name, copy(value)));
        return Optional.of(wanted.cast(copies));
    }

    @Override
    boolean canBe(Class<?> wanted) {
        return wanted == Map.class || wanted == Object.class;
    }

    private @Nullable Object entry(@Nullable String name) throws JMSException {
        return entries().get(name);
    }

    private void put(@Nullable String name, @Nullable Object value) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("An entry's name must not be " + (name == null ? "null" : "empty"));
        }
        needWritableBody();
        entries.put(name, value);
    }

    private Map<String, @Nullable Object> entries() throws JMSException {
        byte[] encoded = received;
        if (!decoded && encoded != null) {
            entries = decode(encoded);
            decoded = true;
        }
        return entries;
    }

    private Map<String, @Nullable Object> decode(byte[] encoded) throws JMSException {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        try {
            ValueReader in = new ValueReader(encoded);
            for (int rest = in.readNonNegativeCount(); rest > 0; rest--) {
                result.put(in.readString(), in.readValue());
            }
            return result;
        } catch (IllegalArgumentException e) {
            throw Slices.damaged(this, e);
        }
    }

    private static @Nullable Object copy(@Nullable Object value) {
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }
}
