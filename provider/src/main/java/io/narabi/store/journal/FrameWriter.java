package io.narabi.store.journal;

import io.narabi.runtime.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes group commits, one after another, through one reused buffer: each in a single write where it fits, else in several, the header
 * last. Not thread-safe.
 */
final class FrameWriter {

    private static final int FIRST_BUFFER = 32 << 10;
    private static final int LARGEST_BUFFER = 8 << 20;

    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER);

    private @Nullable DiskFile file;
    private long start;

    /** Bytes of the frame that are written already; all but the header. */
    private long written;

    /** Where in the buffer the checksum has got to. */
    private int summed;

    /** Begins a commit at this position of the file. */
    void begin(DiskFile target, long position) {
        file = target;
        start = position;
        written = 0;
        crc.reset();
        buffer.clear();
        buffer.position(Format.COMMIT_HEADER);
        summed = Format.COMMIT_HEADER;
    }

    /** Where in the file the next byte goes. */
    int position() {
        return (int) (start + written + buffer.position());
    }

    void putRecordHeader(RecordType type, int length) throws IOException {
        ensure(Format.RECORD_HEADER);
        buffer.put((byte) type.code()).putInt(length);
    }

    void putInt(int value) throws IOException {
        ensure(4);
        buffer.putInt(value);
    }

    void put(byte[] source, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining()) {
                ensure(Math.min(length - done, LARGEST_BUFFER / 2));
            }
            int chunk = Math.min(length - done, buffer.remaining());
            buffer.put(source, done, chunk);
            done += chunk;
        }
    }

    /**
     * Writes what is left of the commit, and its header.
     *
     * @return where the commit ends
     */
    int finish(long storeId, int segment, long number, long durableThrough, long time) throws IOException {
        DiskFile target = open();
        int end = position();
        sum();
        CommitHeader header = new CommitHeader(
                (int) (end - start), storeId, segment, number, durableThrough, time, (int) crc.getValue());
        if (written == 0) {
            int length = buffer.position();
            header.encode(buffer.position(0));
            target.write(buffer.position(0).limit(length), start);
        } else {
            flush();
            buffer.clear();
            header.encode(buffer);
            target.write(buffer.flip(), start);
        }
        file = null;
        return end;
    }

    private void ensure(int size) throws IOException {
        if (buffer.remaining() >= size) {
            return;
        }
        long needed = (long) buffer.position() + size;
        if (needed <= LARGEST_BUFFER) {
            int capacity = (int) Math.min(LARGEST_BUFFER, Math.max(needed, 2L * buffer.capacity()));
            // Direct, or each write would copy it once more.
            buffer = ByteBuffer.allocateDirect(capacity).put(buffer.flip());
            return;
        }
        flush();
    }

    private void flush() throws IOException {
        sum();
        int from = written == 0 ? Format.COMMIT_HEADER : 0;
        int to = buffer.position();
        open().write(buffer.position(from).limit(to), start + written + from);
        written += to;
        buffer.clear();
        summed = 0;
    }

    private void sum() {
        if (buffer.position() > summed) {
            crc.update(buffer.slice(summed, buffer.position() - summed));
            summed = buffer.position();
        }
    }

    private DiskFile open() {
        if (file == null) {
            throw new IllegalStateException("No commit has been begun");
        }
        return file;
    }
}
