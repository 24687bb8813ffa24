package io.narabi.store.journal;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What stands before the records of a group commit.
 *
 * @param length bytes of the commit, this header included
 * @param storeId as in the segment's header
 * @param segment as in the segment's header: bytes of a deleted file that come to light in this one are none of its commits
 * @param number ascending from commit to commit, within a segment by one
 * @param durableThrough the last commit that was known to be durable when this one was written; a damaged one up to here was not torn by
 *     a crash
 * @param time ms since the epoch
 * @param bodyCrc CRC32C of all after this header
 */
record CommitHeader(int length, long storeId, int segment, long number, long durableThrough, long time, int bodyCrc) {

    void encode(ByteBuffer target) {
        int start = target.position();
        target.putInt(Format.COMMIT_MAGIC)
                .putInt(length)
                .putLong(storeId)
                .putInt(segment)
                .putInt(0) // reserved
                .putLong(number)
                .putLong(durableThrough)
                .putLong(time)
                .putInt(bodyCrc);
        target.putInt(crc(target, start));
    }

    /** The header at the buffer's position, which is left as it is; empty where there is none that is whole. */
    static Optional<CommitHeader> decode(ByteBuffer source) {
        int start = source.position();
        if (source.remaining() < Format.COMMIT_HEADER
                || source.getInt(start) != Format.COMMIT_MAGIC
                || source.getInt(start + Format.COMMIT_HEADER - 4) != crc(source, start)) {
            return Optional.empty();
        }
        CommitHeader header = new CommitHeader(
                source.getInt(start + 4),
                source.getLong(start + 8),
                source.getInt(start + 16),
                source.getLong(start + 24),
                source.getLong(start + 32),
                source.getLong(start + 40),
                source.getInt(start + 48));
        return header.length >= Format.COMMIT_HEADER ? Optional.of(header) : Optional.empty();
    }

    /** Whether this is what follows the header, whole; the buffer's position is left as it is. */
    boolean isOf(ByteBuffer body) {
        CRC32C crc = new CRC32C();
        crc.update(body.duplicate());
        return (int) crc.getValue() == bodyCrc;
    }

    private static int crc(ByteBuffer buffer, int start) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(start, Format.COMMIT_HEADER - 4));
        return (int) crc.getValue();
    }
}
