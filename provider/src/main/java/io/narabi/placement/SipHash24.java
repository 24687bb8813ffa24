package io.narabi.placement;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * SipHash-2-4 (Aumasson, Bernstein: "SipHash: a fast short-input PRF"), 64 bits, read as a little-endian signed long.
 * Nothing here allocates. Thread-safe.
 */
public final class SipHash24 {
    /** The first half of the key 00 01 02 … 0f, which RocketMQ 5's Java client uses, too. */
    static final long DEFAULT_K0 = 0x0706050403020100L;
    /** The second half. */
    static final long DEFAULT_K1 = 0x0f0e0d0c0b0a0908L;

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NO_BYTES = {};

    private SipHash24() {}

    /**
     * The hash of some bytes under the key 00 01 02 … 0f.
     *
     * @throws IndexOutOfBoundsException when the range is not within the array
     */
    public static long hash(byte[] bytes, int offset, int length) {
        return hash(DEFAULT_K0, DEFAULT_K1, bytes, offset, length);
    }

    /**
     * The hash of some bytes.
     *
     * @param k0 the key's first eight bytes, little-endian
     * @param k1 the key's last eight bytes, little-endian
     * @throws IndexOutOfBoundsException when the range is not within the array
     */
    public static long hash(long k0, long k1, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return run(k0, k1, bytes, offset, null, length);
    }

    /**
     * The hash of a text's UTF-8 bytes under the key 00 01 02 … 0f, without encoding it into an array.
     *
     * @throws IllegalArgumentException when the text has an unpaired surrogate, which UTF-8 cannot express
     */
    public static long hash(String text) {
        return run(DEFAULT_K0, DEFAULT_K1, NO_BYTES, 0, text, Utf8.length(text));
    }

    /** Of the text where there is one, else of the bytes; the length is in bytes. */
    private static long run(long k0, long k1, byte[] bytes, int offset, @Nullable String text, int length) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int words = length >>> 3;
        long cursor = 0;
        // One turn a whole word, one for the tail with the length, and one to finish, in which no word is mixed in.
        for (int turn = 0; turn <= words + 1; turn++) {
            long word = 0;
            int rounds = 2;
            if (turn > words) {
                v2 ^= 0xff;
                rounds = 4;
            } else if (text != null) {
                word = Utf8.word(text, cursor);
                cursor = Utf8.skipWord(text, cursor);
            } else if (turn < words) {
                word = (long) LITTLE_ENDIAN.get(bytes, offset + (turn << 3));
            } else {
                word = tail(bytes, offset, length);
            }
            if (turn == words) {
                word |= (long) length << 56;
            }
            v3 ^= word;
            for (int round = 0; round < rounds; round++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v1;
                v0 += v3;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private static long tail(byte[] bytes, int offset, int length) {
        long word = 0;
        for (int i = length & ~7; i < length; i++) {
            word |= (bytes[offset + i] & 0xffL) << ((i & 7) << 3);
        }
        return word;
    }
}
