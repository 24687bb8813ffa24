package io.narabi.store.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array that records are encoded into. Not thread-safe. */
final class RecordBuffer {

    private byte[] bytes;
    private int length;

    RecordBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** The array itself, valid up to {@link #length()} until the next change. */
    byte[] array() {
        return bytes;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    void putByte(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    void putShort(int value) {
        ensure(2);
        bytes[length++] = (byte) (value >>> 8);
        bytes[length++] = (byte) value;
    }

    void putInt(int value) {
        ensure(4);
        setInt(length, value);
        length += 4;
    }

    void setInt(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }

    void putLong(long value) {
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    /** A number, shorter the smaller; not negative. */
    void putVar(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void putBytes(byte[] source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, length, source.length);
        length += source.length;
    }

    void putVarBytes(byte[] source) {
        putVar(source.length);
        putBytes(source);
    }

    /** Any string, unpaired surrogates included. */
    void putString(String text) {
        byte[] encoded = encode(text);
        putVar((long) encoded.length << 1 | (isUtf16(text) ? 1 : 0));
        putBytes(encoded);
    }

    /** Room of this size for others to fill. */
    int reserve(int size) {
        ensure(size);
        int at = length;
        length += size;
        return at;
    }

    /** UTF-8; where that cannot carry the text, {@link #isUtf16 UTF-16}. */
    static byte[] encode(String text) {
        if (!isUtf16(text)) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        // The JDK's encoder would replace what is not paired.
        byte[] encoded = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            encoded[2 * i] = (byte) (text.charAt(i) >>> 8);
            encoded[2 * i + 1] = (byte) text.charAt(i);
        }
        return encoded;
    }

    static String decode(byte[] encoded, boolean utf16) {
        if (!utf16) {
            return new String(encoded, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(encoded.length / 2);
        for (int i = 0; i + 1 < encoded.length; i += 2) {
            text.append((char) ((encoded[i] & 0xFF) << 8 | encoded[i + 1] & 0xFF));
        }
        return text.toString();
    }

    static boolean isUtf16(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), length + (length >> 1) + 16));
        }
    }
}
