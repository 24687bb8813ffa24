package io.narabi.store.journal;

import io.narabi.runtime.DiskFile;
import io.narabi.store.StoreException;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Reads the commits of one segment file, one after another. Not thread-safe. */
final class FrameScanner {

    private static final int WINDOW = 1 << 20;

    private final DiskFile file;
    private final Path path;
    private final int segment;
    private final long size;

    /** A part of the file, from {@link #windowStart}. */
    private ByteBuffer window = ByteBuffer.allocate(0);

    private long windowStart;

    /**
     * A commit that is whole.
     *
     * @param body its records; valid until the scanner reads on
     */
    record Frame(CommitHeader header, int position, ByteBuffer body) {

        int end() {
            return position + header.length();
        }
    }

    /** Takes the records of a commit. */
    interface RecordSink {
        void accept(JournalRecord record);
    }

    FrameScanner(DiskFile file, Path path, int segment) throws IOException {
        this.file = file;
        this.path = path;
        this.segment = segment;
        this.size = file.size();
    }

    long size() {
        return size;
    }

    Optional<SegmentHeader> segmentHeader() throws IOException {
        return SegmentHeader.decode(view(0, Format.SEGMENT_HEADER), path).filter(header -> header.segment() == segment);
    }

    /** The commit that begins at this position, if there is one that is whole. */
    Optional<Frame> frameAt(long position) throws IOException {
        Optional<CommitHeader> found = CommitHeader.decode(view(position, Format.COMMIT_HEADER));
        if (found.isEmpty()
                || found.get().segment() != segment
                || position + found.get().length() > size) {
            return Optional.empty();
        }
        CommitHeader header = found.get();
        int length = header.length() - Format.COMMIT_HEADER;
        ByteBuffer body = view(position + Format.COMMIT_HEADER, length);
        CRC32C crc = new CRC32C();
        crc.update(body.duplicate());
        return (int) crc.getValue() == header.bodyCrc()
                ? Optional.of(new Frame(header, (int) position, body))
                : Optional.empty();
    }

    /**
     * A whole commit anywhere behind this position whose number is greater, and that knew the other one to be durable when it was written:
     * if there is one, what is at the position was damaged, not torn by a crash.
     */
    Optional<Frame> laterWitness(long position, long number) throws IOException {
        for (long at = position; at + Format.COMMIT_HEADER <= size; at++) {
            ByteBuffer start = view(at, (int) Math.min(WINDOW, size - at));
            int skipped = indexOfMagic(start);
            if (skipped < 0) {
                at += Math.max(0, start.remaining() - 4);
                continue;
            }
            at += skipped;
            Optional<Frame> frame = frameAt(at);
            if (frame.isPresent()
                    && frame.get().header().number() > number
                    && frame.get().header().durableThrough() >= number) {
                return frame;
            }
        }
        return Optional.empty();
    }

    private static int indexOfMagic(ByteBuffer bytes) {
        int start = bytes.position();
        for (int i = start; i + 4 <= bytes.limit(); i++) {
            if (bytes.get(i) == (byte) (Format.COMMIT_MAGIC >>> 24) && bytes.getInt(i) == Format.COMMIT_MAGIC) {
                return i - start;
            }
        }
        return -1;
    }

    /**
     * The records of a commit.
     *
     * @throws StoreException {@code DAMAGED}: the checksum is right, the content is none that was ever written
     */
    void readRecords(Frame frame, RecordSink sink) {
        RecordReader in = new RecordReader(frame.body());
        int base = frame.position() + Format.COMMIT_HEADER - frame.body().position();
        int start = 0;
        try {
            while (in.remaining() > 0) {
                start = in.position();
                RecordType type = RecordType.ofCode(in.readByte());
                int length = in.readInt();
                int contentAt = base + in.position();
                sink.accept(RecordDecoder.decode(type, in.slice(length), segment, contentAt));
            }
        } catch (MalformedRecordException e) {
            throw Format.damaged(path, base + start, e.what());
        }
    }

    /** This part of the file, or what there is of it; valid until the next call. */
    private ByteBuffer view(long position, int length) throws IOException {
        long end = Math.min(size, position + length);
        if (position >= end) {
            return ByteBuffer.allocate(0);
        }
        if (position < windowStart || end > windowStart + window.limit()) {
            int wanted = (int) Math.min(size - position, Math.max(length, WINDOW));
            if (window.capacity() < wanted || window.capacity() > 4 * WINDOW) {
                window = ByteBuffer.allocate(wanted);
            }
            window.clear().limit(wanted);
            int count = file.read(window, position);
            window.position(0).limit(count);
            windowStart = position;
            end = Math.min(end, windowStart + count);
        }
        return window.slice((int) (position - windowStart), (int) Math.max(0, end - position));
    }
}
