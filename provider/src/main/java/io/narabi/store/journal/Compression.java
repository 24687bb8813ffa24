package io.narabi.store.journal;

import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * LZ4, where it saves. The pure-Java codec without {@code Unsafe}: native libraries break redeployment in an application server.
 * Thread-safe.
 */
final class Compression {

    /** Smaller payloads cost more time than they save room. */
    static final int FROM_BYTES = 2_048;

    /** An eighth must be saved. */
    private static final int WORTH_SHIFT = 3;

    /** What decides whether all of a large payload is tried. */
    private static final int SAMPLE = 4_096;

    private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();
    private static final LZ4SafeDecompressor DECOMPRESSOR =
            LZ4Factory.safeInstance().safeDecompressor();

    private Compression() {}

    /** The compressed payload, which is shorter, or the very array that was given. */
    static byte[] compress(byte[] payload) {
        if (payload.length < FROM_BYTES) {
            return payload;
        }
        if (payload.length > 4 * SAMPLE && !pays(payload, payload.length / 2, SAMPLE)) {
            return payload;
        }
        byte[] compressed = new byte[COMPRESSOR.maxCompressedLength(payload.length)];
        int length = COMPRESSOR.compress(payload, 0, payload.length, compressed, 0, compressed.length);
        return isWorth(length, payload.length) ? Arrays.copyOf(compressed, length) : payload;
    }

    private static boolean pays(byte[] payload, int from, int length) {
        byte[] compressed = new byte[COMPRESSOR.maxCompressedLength(length)];
        return isWorth(COMPRESSOR.compress(payload, from, length, compressed, 0, compressed.length), length);
    }

    private static boolean isWorth(int compressed, int plain) {
        return compressed <= plain - (plain >> WORTH_SHIFT);
    }

    /**
     * The payload.
     *
     * @throws RecordReader.MalformedRecordException if these are not its bytes
     */
    static byte[] decompress(byte[] compressed, int size) {
        byte[] payload = new byte[size];
        try {
            int length = DECOMPRESSOR.decompress(compressed, 0, compressed.length, payload, 0, size);
            if (length != size) {
                throw new RecordReader.MalformedRecordException(
                        "a compressed body has " + length + " bytes, not " + size);
            }
        } catch (LZ4Exception e) {
            throw new RecordReader.MalformedRecordException("a compressed body cannot be read: " + e.getMessage());
        }
        return payload;
    }
}
