package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is bytes (Jakarta Messaging 3.1 §3.11): written first, then {@link #reset()} and read. A read that fails leaves
 * the position where it was. Up to 2 GiB less a few bytes in memory. For one thread at a time.
 */
public final class NarabiBytesMessage extends NarabiMessage implements BytesMessage {

    private static final int INITIAL_CAPACITY = 256;
    private static final ByteBuffer NOTHING = ByteBuffer.wrap(new byte[0]);

    /** While the body is written; null before the first byte, and while it is read. */
    private @Nullable Output output;

    /** While the body is read: all of it, with the position of the next read. */
    private ByteBuffer input = NOTHING;

    /** A new message, to be written. */
    public NarabiBytesMessage() {}

    NarabiBytesMessage(MessageData data, Destination destination, DeliveryInfo info) {
        super(data, destination, info);
        input = ByteBuffer.wrap(data.body());
    }

    @Override
    public long getBodyLength() throws JMSException {
        needReadableBody();
        return input.capacity();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return need(1).get() != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return need(1).get();
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return need(1).get() & 0xff;
    }

    @Override
    public short readShort() throws JMSException {
        return need(2).getShort();
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return need(2).getShort() & 0xffff;
    }

    @Override
    public char readChar() throws JMSException {
        return need(2).getChar();
    }

    @Override
    public int readInt() throws JMSException {
        return need(4).getInt();
    }

    @Override
    public long readLong() throws JMSException {
        return need(8).getLong();
    }

    @Override
    public float readFloat() throws JMSException {
        return Float.intBitsToFloat(need(4).getInt());
    }

    @Override
    public double readDouble() throws JMSException {
        return Double.longBitsToDouble(need(8).getLong());
    }

    @Override
    public String readUTF() throws JMSException {
        int start = need(2).position();
        int size = 2 + (input.getShort(start) & 0xffff);
        ByteBuffer all = need(size);
        try {
            String text = new DataInputStream(new ByteArrayInputStream(all.array(), start, size)).readUTF();
            all.position(start + size);
            return text;
        } catch (IOException e) {
            MessageFormatException exception = new MessageFormatException(
                    "The bytes at " + start + " of " + this + " are no string that writeUTF wrote: " + e.getMessage());
            exception.initCause(e);
            exception.setLinkedException(e);
            throw exception;
        }
    }

    /**
     * Reads as much as there is, and the array holds.
     *
     * @return how much was read; −1 at the end
     * @throws JMSException if the array is null
     */
    @Override
    public int readBytes(byte @Nullable [] value) throws JMSException {
        needReadableBody();
        return readBytes(value, Slices.need(value).length);
    }

    /**
     * Reads up to {@code length} bytes.
     *
     * @return how much was read; −1 at the end
     * @throws IndexOutOfBoundsException if the length is negative or more than the array's, as the javadoc of BytesMessage asks
     * @throws JMSException if the array is null
     */
    @Override
    public int readBytes(byte @Nullable [] value, int length) throws JMSException {
        needReadableBody();
        byte[] target = Slices.need(value);
        if (length < 0 || length > target.length) {
            throw new IndexOutOfBoundsException(
                    "Length " + length + " is not within an array of " + target.length + " bytes");
        }
        if (!input.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, input.remaining());
        input.get(target, 0, count);
        return count;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(out -> out.writeBoolean(value));
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(out -> out.writeByte(value));
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(out -> out.writeShort(value));
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(out -> out.writeChar(value));
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(out -> out.writeInt(value));
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(out -> out.writeLong(value));
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(out -> out.writeFloat(value));
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(out -> out.writeDouble(value));
    }

    /**
     * Writes a string as {@link java.io.DataOutput#writeUTF} does: at most 65,535 bytes of it.
     *
     * @throws MessageFormatException if it is longer
     * @throws JMSException if it is null
     */
    @Override
    public void writeUTF(@Nullable String value) throws JMSException {
        needWritableBody();
        if (value == null) {
            throw new JMSException("A string is needed, but was null");
        }
        write(out -> out.writeUTF(value));
    }

    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        needWritableBody();
        byte[] source = Slices.need(value);
        write(out -> out.write(source));
    }

    /**
     * Writes a part of an array.
     *
     * @throws JMSException if the array is null, or offset and length are not within it
     */
    @Override
    public void writeBytes(byte @Nullable [] value, int offset, int length) throws JMSException {
        needWritableBody();
        byte[] source = Slices.check(value, offset, length);
        write(out -> out.write(source, offset, length));
    }

    /**
     * Writes a boxed primitive, a string (as {@link #writeUTF}) or an array of bytes.
     *
     * @throws NullPointerException if it is null, as the javadoc of BytesMessage asks
     * @throws MessageFormatException if it is anything else
     */
    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        needWritableBody();
        if (value == null) {
            throw new NullPointerException("A BytesMessage cannot hold null");
        }
        if (value instanceof String text) {
            writeUTF(text);
        } else if (value instanceof byte[] bytes) {
            writeBytes(bytes);
        } else if (value instanceof Boolean bool) {
            writeBoolean(bool);
        } else if (value instanceof Character character) {
            writeChar(character);
        } else if (value instanceof Byte number) {
            writeByte(number);
        } else if (value instanceof Short number) {
            writeShort(number);
        } else if (value instanceof Integer number) {
            writeInt(number);
        } else if (value instanceof Long number) {
            writeLong(number);
        } else if (value instanceof Float number) {
            writeFloat(number);
        } else if (value instanceof Double number) {
            writeDouble(number);
        } else {
            throw new MessageFormatException("A BytesMessage cannot hold a "
                    + value.getClass().getName() + ": only primitives, String and byte[]");
        }
    }

    /** Makes the body read-only, and reading begin at its first byte. */
    @Override
    public void reset() {
        if (!isBodyReadOnly()) {
            input = ByteBuffer.wrap(written());
            output = null;
            makeBodyReadOnly();
        }
        input.position(0);
    }

    @Override
    Body body() {
        return new Body(BodyKind.BYTES, isBodyReadOnly() ? input.array() : written());
    }

    @Override
    void eraseBody() {
        output = null;
        input = ByteBuffer.wrap(new byte[0]);
    }

    @Override
    boolean hasNoBody() {
        return isBodyReadOnly() ? input.capacity() == 0 : output == null;
    }

    /** A copy of all bytes; resets the message, as the javadoc of {@code getBody} asks. */
    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) {
        if (!canBe(wanted)) {
            return Optional.empty();
        }
        reset();
        return Optional.of(wanted.cast(input.array().clone()));
    }

    @Override
    boolean canBe(Class<?> wanted) {
        return wanted == byte[].class || wanted == Object.class;
    }

    private byte[] written() {
        return output == null ? new byte[0] : output.bytes.toByteArray();
    }

    /** The bytes to be read, of which at least {@code count} are left. */
    private ByteBuffer need(int count) throws JMSException {
        needReadableBody();
        if (input.remaining() < count) {
            throw new MessageEOFException("The end of " + this + " has been reached: " + count + " bytes are needed, "
                    + input.remaining() + " of " + input.capacity() + " are left");
        }
        return input;
    }

    private void write(Write write) throws JMSException {
        needWritableBody();
        Output target = output;
        if (target == null) {
            target = new Output();
        }
        try {
            write.to(target.data);
        } catch (IOException e) {
            // Only writeUTF refuses anything, and before it has written a byte.
            MessageFormatException exception =
                    new MessageFormatException("The value cannot be written: " + e.getMessage());
            exception.initCause(e);
            exception.setLinkedException(e);
            throw exception;
        }
        if (target.bytes.size() > 0) {
            output = target;
        }
    }

    private interface Write {
        void to(DataOutputStream out) throws IOException;
    }

    private static final class Output {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_CAPACITY);
        private final DataOutputStream data = new DataOutputStream(bytes);
    }
}
