package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.ValueReader;
import io.narabi.engine.ValueWriter;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a sequence of typed values (Jakarta Messaging 3.1 §3.11): written first, then {@link #reset()} and read. A
 * read that fails leaves the position where it was (§3.11.3). For one thread at a time.
 */
public final class NarabiStreamMessage extends NarabiMessage implements StreamMessage {

    private static final int INITIAL_CAPACITY = 256;
    private static final int NO_ARRAY_OPEN = -1;

    /** While the body is written. */
    private ValueWriter writer = new ValueWriter(0);

    /** While the body is read. */
    private byte[] encoded = {};

    /** The values of {@link #encoded}, once something was read. */
    private @Nullable List<@Nullable Object> values;

    private int position;

    /** How much of the byte array at {@link #position} has been read by {@link #readBytes}, or {@link #NO_ARRAY_OPEN}. */
    private int readOfArray = NO_ARRAY_OPEN;

    /** A new message, to be written. */
    public NarabiStreamMessage() {}

    NarabiStreamMessage(MessageData data, Destination destination, DeliveryInfo info) {
        super(data, destination, info);
        encoded = data.body();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return done(Conversions.toBoolean(current(), here()));
    }

    @Override
    public byte readByte() throws JMSException {
        return done(Conversions.toByte(current(), here()));
    }

    @Override
    public short readShort() throws JMSException {
        return done(Conversions.toShort(current(), here()));
    }

    @Override
    public char readChar() throws JMSException {
        return done(Conversions.toChar(current(), here()));
    }

    @Override
    public int readInt() throws JMSException {
        return done(Conversions.toInt(current(), here()));
    }

    @Override
    public long readLong() throws JMSException {
        return done(Conversions.toLong(current(), here()));
    }

    @Override
    public float readFloat() throws JMSException {
        return done(Conversions.toFloat(current(), here()));
    }

    @Override
    public double readDouble() throws JMSException {
        return done(Conversions.toDouble(current(), here()));
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String value = Conversions.toText(current(), here());
        position++;
        return value;
    }

    /**
     * Reads the next part of a byte array. It has been read whole when less than {@code value.length} is returned, or −1; until then
     * nothing else can be read.
     *
     * @return how much was read; −1 for a null array, and after the end of one that filled the buffer exactly
     * @throws JMSException if {@code value} is null
     */
    @Override
    public int readBytes(byte @Nullable [] value) throws JMSException {
        needReadableBody();
        byte[] target = Slices.need(value);
        byte[] array = Conversions.toBytes(atPosition(), here());
        if (array == null) {
            position++;
            return -1;
        }
        boolean first = readOfArray == NO_ARRAY_OPEN;
        int from = first ? 0 : readOfArray;
        int count = Math.min(target.length, array.length - from);
        System.arraycopy(array, from, target, 0, count);
        if (count < target.length) {
            readOfArray = NO_ARRAY_OPEN;
            position++;
        } else {
            readOfArray = from + count;
        }
        return count == 0 && !first && target.length > 0 ? -1 : count;
    }

    /** The next value; a byte array is a copy. */
    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = current();
        position++;
        return value instanceof byte[] bytes ? bytes.clone() : value;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(value);
    }

    @Override
    public void writeString(@Nullable String value) throws JMSException {
        write(value);
    }

    /** Writes an array, or null, as one value. */
    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        write(value);
    }

    /**
     * Writes a part of an array as one value.
     *
     * @throws JMSException if the array is null, or offset and length are not within it
     */
    @Override
    public void writeBytes(byte @Nullable [] value, int offset, int length) throws JMSException {
        needWritableBody();
        write(Slices.copy(value, offset, length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        needWritableBody();
        if (!Conversions.isBodyValue(value)) {
            throw new MessageFormatException("A StreamMessage cannot hold a "
                    + (value == null ? "null" : value.getClass().getName())
                    + ": only primitives, String and byte[]");
        }
        write(value);
    }

    /** Makes the body read-only, and reading begin at its first value. */
    @Override
    public void reset() {
        if (!isBodyReadOnly()) {
            encoded = writer.toByteArray();
            writer = new ValueWriter(0);
            values = null;
            makeBodyReadOnly();
        }
        position = 0;
        readOfArray = NO_ARRAY_OPEN;
    }

    @Override
    Body body() {
        return new Body(BodyKind.STREAM, isBodyReadOnly() ? encoded : writer.toByteArray());
    }

    @Override
    void eraseBody() {
        writer = new ValueWriter(0);
        encoded = new byte[0];
        values = null;
        position = 0;
        readOfArray = NO_ARRAY_OPEN;
    }

    /** A stream is never had as a whole, not even an empty one. */
    @Override
    boolean hasNoBody() {
        return false;
    }

    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) {
        return Optional.empty();
    }

    @Override
    boolean canBe(Class<?> wanted) {
        return false;
    }

    private void write(@Nullable Object value) throws JMSException {
        needWritableBody();
        if (writer.length() == 0) {
            writer = new ValueWriter(INITIAL_CAPACITY);
        }
        writer.writeValue(value);
    }

    /** The value to be read next, where no byte array is half read. */
    private @Nullable Object current() throws JMSException {
        needReadableBody();
        if (readOfArray != NO_ARRAY_OPEN) {
            throw new MessageFormatException("Value " + position + " of " + this
                    + " is a byte array that has been read in part: read the rest with readBytes, until it returns less"
                    + " than was asked for, or -1");
        }
        return atPosition();
    }

    private @Nullable Object atPosition() throws JMSException {
        List<@Nullable Object> known = values;
        if (known == null) {
            known = decode();
            values = known;
        }
        if (position >= known.size()) {
            throw new MessageEOFException(
                    "The end of " + this + " has been reached: it has " + known.size() + " values");
        }
        return known.get(position);
    }

    private List<@Nullable Object> decode() throws JMSException {
        List<@Nullable Object> result = new ArrayList<>();
        try {
            ValueReader in = new ValueReader(encoded);
            while (in.remaining() > 0) {
                result.add(in.readValue());
            }
            return result;
        } catch (IllegalArgumentException e) {
            throw Slices.damaged(this, e);
        }
    }

    /** What a failed conversion is said of. */
    private Object here() {
        return position;
    }

    /** Moves on: only once the conversion has succeeded. */
    private <T> T done(T value) {
        position++;
        return value;
    }
}
