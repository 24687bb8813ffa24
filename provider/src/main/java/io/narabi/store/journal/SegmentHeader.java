package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first bytes of a segment file.
 *
 * @param storeId drawn when the store was created; tells its files from all others
 * @param segment the file's number
 * @param epoch the boot epoch that the file was written in, from 1
 */
record SegmentHeader(long storeId, int segment, long epoch) {

    byte[] encode() {
        ByteBuffer header = ByteBuffer.allocate(Format.SEGMENT_HEADER);
        header.putLong(Format.SEGMENT_MAGIC)
                .putInt(Format.VERSION)
                .putInt(Format.SEGMENT_HEADER)
                .putLong(storeId)
                .putInt(segment)
                .putLong(epoch)
                .putLong(0); // reserved
        header.putInt(crc(header.array()));
        return header.array();
    }

    /**
     * The header, or empty where these bytes are none.
     *
     * @throws StoreException {@code IO} for a format that is not known
     */
    static Optional<SegmentHeader> decode(ByteBuffer bytes, Object file) {
        if (bytes.remaining() < Format.SEGMENT_HEADER) {
            return Optional.empty();
        }
        byte[] array = new byte[Format.SEGMENT_HEADER];
        bytes.get(array);
        ByteBuffer header = ByteBuffer.wrap(array);
        if (header.getLong() != Format.SEGMENT_MAGIC || header.getInt(Format.SEGMENT_HEADER - 4) != crc(array)) {
            return Optional.empty();
        }
        int version = header.getInt();
        if (version > Format.VERSION) {
            throw new StoreException(
                    Reason.IO,
                    "The journal file " + file + " is written in format " + version + "; this version reads up to "
                            + Format.VERSION + ": upgrade Narabi to read it");
        }
        if (version < 1) {
            throw new StoreException(
                    Reason.IO,
                    "The journal file " + file + " says that it is written in format " + version
                            + ", which no version of Narabi writes: restore it from a copy");
        }
        header.getInt();
        return Optional.of(new SegmentHeader(header.getLong(), header.getInt(), header.getLong()));
    }

    private static int crc(byte[] header) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, Format.SEGMENT_HEADER - 4);
        return (int) crc.getValue();
    }
}
