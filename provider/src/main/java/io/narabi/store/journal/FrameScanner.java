package io.narabi.store.journal;

import io.narabi.runtime.DiskFile;
import io.narabi.store.StoreException;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

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
        return header.isOf(body) ? Optional.of(new Frame(header, (int) position, body)) : Optional.empty();
    }

    /** What is behind the last commit that is whole and in its turn. */
    sealed interface Tail {

        /** Nothing that could be read: what was being written when the process or the machine stopped. */
        record Torn() implements Tail {}

        /** Later commits, of which none knew the missing one to be durable: they may have reached the disk before it. */
        record Unordered(Frame later) implements Tail {}

        /** A later commit that knew the missing one to be durable: that one was damaged, not torn by a crash. */
        record Damaged(Frame witness) implements Tail {}
    }

    /**
     * What is from this position on, where the commit with this number should be and is not whole.
     *
     * @param storeId of which store commits count: others are a message's bytes, or what the disk held before
     */
    Tail tail(long position, long number, long storeId) throws IOException {
        List<Frame> later = new ArrayList<>(1);
        Optional<Frame> witness = firstWhole(position, frame -> {
            CommitHeader header = frame.header();
            if (header.storeId() != storeId || header.number() < number) {
                return false;
            }
            if (later.isEmpty()) {
                later.add(frame);
            }
            return header.number() > number && header.durableThrough() >= number;
        });
        if (witness.isPresent()) {
            return new Tail.Damaged(witness.get());
        }
        return later.isEmpty() ? new Tail.Torn() : new Tail.Unordered(later.get(0));
    }

    /** Whether there is a whole commit anywhere from this position on. */
    boolean hasCommitFrom(long position) throws IOException {
        return firstWhole(position, frame -> true).isPresent();
    }

    /** The first whole commit from this position on that is wanted, wherever it begins. */
    private Optional<Frame> firstWhole(long position, Predicate<Frame> wanted) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.max(0, Math.min(WINDOW, size - position)));
        long at = position;
        while (at + Format.COMMIT_HEADER <= size) {
            chunk.clear();
            file.read(chunk, at);
            long end = at + chunk.flip().limit();
            int hit = indexOfMagic(chunk, 0);
            // Where the magic number is cut in two, the next chunk begins with it.
            long next = end - 3;
            while (hit >= 0) {
                Optional<Frame> frame = frameAt(at + hit);
                if (frame.isEmpty()) {
                    hit = indexOfMagic(chunk, hit + 1);
                    continue;
                }
                if (wanted.test(frame.get())) {
                    return frame;
                }
                // What looks like a commit within a whole one is a message's bytes.
                next = Math.max(next, frame.get().end());
                hit = frame.get().end() >= end
                        ? -1
                        : indexOfMagic(chunk, (int) (frame.get().end() - at));
            }
            at = Math.max(at + 1, next);
        }
        return Optional.empty();
    }

    private static int indexOfMagic(ByteBuffer bytes, int from) {
        for (int i = from; i + 4 <= bytes.limit(); i++) {
            if (bytes.get(i) == (byte) (Format.COMMIT_MAGIC >>> 24) && bytes.getInt(i) == Format.COMMIT_MAGIC) {
                return i;
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
