package io.narabi.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing buffer for the typed values of properties, map and stream bodies. Big-endian; lengths as unsigned LEB128. Strings are UTF-8,
 * or UTF-16 where UTF-8 cannot carry them (unpaired surrogates). Not thread-safe.
 */
public final class ValueWriter {

    static final int TYPE_NULL = 0;
    static final int TYPE_FALSE = 1;
    static final int TYPE_TRUE = 2;
    static final int TYPE_BYTE = 3;
    static final int TYPE_SHORT = 4;
    static final int TYPE_CHAR = 5;
    static final int TYPE_INT = 6;
    static final int TYPE_LONG = 7;
    static final int TYPE_FLOAT = 8;
    static final int TYPE_DOUBLE = 9;
    static final int TYPE_STRING = 10;
    static final int TYPE_BYTES = 11;

    private byte[] buffer;
    private int length;

    public ValueWriter(int capacity) {
        buffer = new byte[Math.max(16, capacity)];
    }

    public void writeByte(int value) {
        ensure(1);
        buffer[length++] = (byte) value;
    }

    public void writeShort(int value) {
        writeByte(value >>> 8);
        writeByte(value);
    }

    public void writeInt(int value) {
        writeShort(value >>> 16);
        writeShort(value);
    }

    public void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    /** An unsigned number, the smaller the shorter. */
    public void writeCount(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            writeByte((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        writeByte(rest);
    }

    /** A string of any content. */
    public void writeString(String value) {
        boolean wellFormed = isWellFormed(value);
        byte[] encoded = wellFormed ? value.getBytes(StandardCharsets.UTF_8) : utf16(value);
        writeCount((encoded.length << 1) | (wellFormed ? 0 : 1));
        writeRaw(encoded);
    }

    /** Bytes with their length before them. */
    public void writeBytes(byte[] value) {
        writeCount(value.length);
        writeRaw(value);
    }

    /** Bytes as they are. */
    public void writeRaw(byte[] value) {
        ensure(value.length);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
    }

    /**
     * A value with its type: null, a boxed primitive, a String or a byte array.
     *
     * @throws IllegalArgumentException for any other class
     */
    public void writeValue(@Nullable Object value) {
        if (value == null) {
            writeByte(TYPE_NULL);
        } else if (value instanceof String s) {
            writeByte(TYPE_STRING);
            writeString(s);
        } else if (value instanceof Boolean b) {
            writeByte(b ? TYPE_TRUE : TYPE_FALSE);
        } else if (value instanceof Byte b) {
            writeByte(TYPE_BYTE);
            writeByte(b);
        } else if (value instanceof Short n) {
            writeByte(TYPE_SHORT);
            writeShort(n);
        } else if (value instanceof Character c) {
            writeByte(TYPE_CHAR);
            writeShort(c);
        } else if (value instanceof Integer n) {
            writeByte(TYPE_INT);
            writeInt(n);
        } else if (value instanceof Long n) {
            writeByte(TYPE_LONG);
            writeLong(n);
        } else if (value instanceof Float n) {
            writeByte(TYPE_FLOAT);
            writeInt(Float.floatToRawIntBits(n));
        } else if (value instanceof Double n) {
            writeByte(TYPE_DOUBLE);
            writeLong(Double.doubleToRawLongBits(n));
        } else if (value instanceof byte[] b) {
            writeByte(TYPE_BYTES);
            writeBytes(b);
        } else {
            throw new IllegalArgumentException("A message cannot carry a value of " + value.getClass());
        }
    }

    /** A copy of all that was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    /** Number of bytes written. */
    public int length() {
        return length;
    }

    /** Whether UTF-8 can carry the text: it has no unpaired surrogate. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** The text's UTF-16 units, big-endian, whatever they are. */
    public static byte[] utf16(String text) {
        byte[] units = new byte[text.length() * 2];
        for (int i = 0; i < text.length(); i++) {
            units[2 * i] = (byte) (text.charAt(i) >>> 8);
            units[2 * i + 1] = (byte) text.charAt(i);
        }
        return units;
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(length, more)));
        }
    }
}
