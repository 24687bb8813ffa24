package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.journal.JournalRecord.Summarized;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Reads which blocks a sealed segment holds, from its summary. Thread-safe. */
final class SummaryReader {

    private final SegmentFiles files;

    SummaryReader(SegmentFiles files) {
        this.files = files;
    }

    /**
     * A segment's summary.
     *
     * @param commit the number of the segment's last commit, which holds it
     * @param blocks in the order in which they were stored
     */
    record Summary(long commit, List<BlockSummary> blocks) {}

    /**
     * Reads a summary; empty if the segment is gone.
     *
     * @param position where the commit that holds it begins
     * @throws StoreException {@code IO}, {@code DAMAGED}
     */
    Optional<Summary> read(int segment, int position) {
        try {
            Optional<ByteBuffer> start = part(segment, position, Format.COMMIT_HEADER);
            if (start.isEmpty()) {
                return Optional.empty();
            }
            CommitHeader header = CommitHeader.decode(start.get())
                    .filter(found -> found.segment() == segment)
                    .orElseThrow(() -> notWhole(segment, position));
            Optional<ByteBuffer> body =
                    part(segment, position + Format.COMMIT_HEADER, header.length() - Format.COMMIT_HEADER);
            if (body.isEmpty()) {
                return Optional.empty();
            }
            if (!header.isOf(body.get())) {
                throw notWhole(segment, position);
            }
            return Optional.of(new Summary(header.number(), blocks(body.get(), segment, position)));
        } catch (IOException e) {
            throw new StoreException(
                    Reason.IO,
                    "The journal file " + files.path(segment) + " cannot be read at byte " + position + ": " + e,
                    e);
        }
    }

    private List<BlockSummary> blocks(ByteBuffer body, int segment, int position) {
        RecordReader in = new RecordReader(body);
        try {
            RecordType type = RecordType.ofCode(in.readByte());
            int length = in.readInt();
            if (type == RecordType.SUMMARY
                    && RecordDecoder.decode(type, in.slice(length), segment, position) instanceof Summarized summary) {
                return summary.blocks();
            }
            throw new MalformedRecordException("there is no summary");
        } catch (MalformedRecordException e) {
            throw Format.damaged(files.path(segment), position, e.what());
        }
    }

    private Optional<ByteBuffer> part(int segment, int position, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        if (!files.read(segment, position, target)) {
            return Optional.empty();
        }
        if (target.remaining() < length) {
            throw notWhole(segment, position);
        }
        return Optional.of(target);
    }

    private StoreException notWhole(int segment, int position) {
        return Format.damaged(files.path(segment), position, "its summary is not whole");
    }
}
