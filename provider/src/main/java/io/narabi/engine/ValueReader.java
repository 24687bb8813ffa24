package io.narabi.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ValueWriter} wrote. Every length is checked against what is there. Not thread-safe.
 *
 * <p>All methods throw {@link IllegalArgumentException} when the bytes end early or make no sense.
 */
public final class ValueReader {

    private final byte[] buffer;
    private int position;

    public ValueReader(byte[] buffer) {
        this.buffer = buffer;
    }

    public int remaining() {
        return buffer.length - position;
    }

    public byte readByte() {
        need(1);
        return buffer[position++];
    }

    public int readUnsignedByte() {
        return readByte() & 0xff;
    }

    public short readShort() {
        return (short) (readUnsignedByte() << 8 | readUnsignedByte());
    }

    public int readInt() {
        return (readShort() & 0xffff) << 16 | (readShort() & 0xffff);
    }

    public long readLong() {
        return (readInt() & 0xffffffffL) << 32 | (readInt() & 0xffffffffL);
    }

    public int readCount() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int b = readByte();
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("A length has more than five bytes at " + position);
    }

    /** A number of things that follow. */
    public int readNonNegativeCount() {
        int count = readCount();
        if (count < 0) {
            throw new IllegalArgumentException("A count above " + Integer.MAX_VALUE + " at " + position);
        }
        return count;
    }

    public String readString() {
        int header = readCount();
        byte[] encoded = readRaw(header >>> 1);
        return (header & 1) == 0 ? new String(encoded, StandardCharsets.UTF_8) : ofUtf16(encoded);
    }

    public byte[] readBytes() {
        return readRaw(readCount());
    }

    public byte[] readRaw(int count) {
        need(count);
        byte[] value = Arrays.copyOfRange(buffer, position, position + count);
        position += count;
        return value;
    }

    /** A value with its type, as {@link ValueWriter#writeValue} wrote it. */
    public @Nullable Object readValue() {
        int type = readByte();
        return switch (type) {
            case ValueWriter.TYPE_NULL -> null;
            case ValueWriter.TYPE_FALSE -> Boolean.FALSE;
            case ValueWriter.TYPE_TRUE -> Boolean.TRUE;
            case ValueWriter.TYPE_BYTE -> readByte();
            case ValueWriter.TYPE_SHORT -> readShort();
            case ValueWriter.TYPE_CHAR -> (char) readShort();
            case ValueWriter.TYPE_INT -> readInt();
            case ValueWriter.TYPE_LONG -> readLong();
            case ValueWriter.TYPE_FLOAT -> Float.intBitsToFloat(readInt());
            case ValueWriter.TYPE_DOUBLE -> Double.longBitsToDouble(readLong());
            case ValueWriter.TYPE_STRING -> readString();
            case ValueWriter.TYPE_BYTES -> readBytes();
            default -> throw new IllegalArgumentException("Unknown value type " + type + " at " + position);
        };
    }

    /**
     * The text of UTF-16 units, big-endian.
     *
     * @throws IllegalArgumentException if half a unit is left over
     */
    public static String ofUtf16(byte[] units) {
        if (units.length % 2 != 0) {
            throw new IllegalArgumentException("A text of UTF-16 units has an odd number of bytes: " + units.length);
        }
        char[] chars = new char[units.length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) ((units[2 * i] & 0xff) << 8 | (units[2 * i + 1] & 0xff));
        }
        return new String(chars);
    }

    private void need(int count) {
        if (count < 0 || buffer.length - position < count) {
            throw new IllegalArgumentException("Needs " + count + " bytes at " + position + " of " + buffer.length);
        }
    }
}
