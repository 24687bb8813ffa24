package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import io.narabi.store.StoreException;
import io.narabi.store.journal.FrameScanner.Frame;
import io.narabi.store.journal.FrameScanner.Tail.Damaged;
import io.narabi.store.journal.FrameScanner.Tail.Unordered;
import io.narabi.store.journal.JournalRecord.CheckpointTaken;
import io.narabi.store.journal.JournalRecord.Closed;
import io.narabi.store.journal.JournalRecord.Summarized;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out from the files what the journal says.
 *
 * <p>The last segment that begins with a whole checkpoint says what is in force and which segments belong to the journal, and where each
 * of them ends; its own commits are applied on top. Of the segments before it nothing is read but their headers, and the blocks of those that
 * have no summary. A segment behind it was being
 * begun when the process died, and never held anything; unless it does hold commits: then its beginning was damaged.
 *
 * <p>The last segment ends before the first commit that is not whole. That one was torn, and nobody was told of it; unless a later commit
 * tells that it was durable once: then it was damaged, and nothing is cut.
 */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private static final int COPY = 1 << 20;

    private final Disk disk;
    private final Path directory;
    private final SegmentFiles files;
    private final Model model;
    private final TreeSet<Integer> present = new TreeSet<>();

    /** Segments that were begun and hold nothing. */
    private final List<Integer> unborn = new ArrayList<>();

    private final List<Integer> missing = new ArrayList<>();

    private @Nullable JournalRecord lastRecord;

    Recovery(Disk disk, Path directory, SegmentFiles files, Model model) {
        this.disk = disk;
        this.directory = directory;
        this.files = files;
        this.model = model;
    }

    /**
     * What was found.
     *
     * @param storeId the store's identifier
     * @param lastCommit the number of the last commit
     * @param afterCrash whether the last close was not a clean one
     * @param last the last segment, all of it durable
     */
    record Found(long storeId, long lastCommit, boolean afterCrash, ActiveSegment last) {}

    /**
     * Fills the model. Empty where there is no journal yet.
     *
     * @throws StoreException {@code DAMAGED}; {@code IO} for a newer format
     */
    Optional<Found> run() throws IOException {
        for (String name : disk.list(directory)) {
            OptionalInt number = Format.segmentNumber(name);
            number.ifPresent(present::add);
        }
        OptionalInt last = lastSegment();
        if (last.isEmpty()) {
            if (unborn.stream().anyMatch(number -> number > 1)) {
                throw Format.damaged(
                        files.path(unborn.get(0)), 0, "its beginning is not whole, and there is no segment before it");
            }
            deleteUnborn();
            return Optional.empty();
        }
        Found found = recover(last.getAsInt());
        deleteUnborn();
        deleteForgotten();
        return Optional.of(found);
    }

    private OptionalInt lastSegment() throws IOException {
        for (int number : present.descendingSet()) {
            try (DiskFile file = disk.open(files.path(number))) {
                FrameScanner scanner = new FrameScanner(file, files.path(number), number);
                Optional<SegmentHeader> header = scanner.segmentHeader();
                Optional<Frame> first = scanner.frameAt(Format.SEGMENT_HEADER);
                if (header.isPresent() && first.isPresent()) {
                    return OptionalInt.of(number);
                }
                // The checkpoint is made durable before anything else is written to its segment.
                if (scanner.hasCommitFrom(Format.SEGMENT_HEADER + 1)) {
                    throw Format.damaged(files.path(number), 0, "its beginning is not whole, but commits follow it");
                }
            }
            unborn.add(number);
        }
        return OptionalInt.empty();
    }

    private Found recover(int number) throws IOException {
        Path path = files.path(number);
        DiskFile file = disk.open(path);
        boolean done = false;
        try {
            FrameScanner scanner = new FrameScanner(file, path, number);
            SegmentHeader header = scanner.segmentHeader().orElseThrow();
            Frame first = scanner.frameAt(Format.SEGMENT_HEADER).orElseThrow();
            readCheckpoint(scanner, first);
            readOlderSegments();
            SegmentInfo info =
                    new SegmentInfo(number, header.epoch(), first.header().time());
            model.segments().add(info);
            ActiveSegment last = new ActiveSegment(info, file);
            last.checkpointEnd = first.end();
            Found found = replay(scanner, first, header, last);
            done = true;
            return found;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private void readCheckpoint(FrameScanner scanner, Frame frame) {
        scanner.readRecords(frame, record -> {
            if (!(record instanceof CheckpointTaken checkpoint)) {
                throw new MalformedRecordException("a segment does not begin with a checkpoint");
            }
            CheckpointCodec.decode(checkpoint.content(), model);
        });
    }

    // ---- the segments before the last ----

    private void readOlderSegments() throws IOException {
        for (SegmentInfo segment : model.segments().all()) {
            Path path = files.path(segment.number);
            if (!present.contains(segment.number)) {
                // Right only if the last segment says later on that it was forgotten: then all of it was settled.
                missing.add(segment.number);
                model.segments().missing(segment);
                continue;
            }
            try (DiskFile file = disk.open(path)) {
                FrameScanner scanner = new FrameScanner(file, path, segment.number);
                if (scanner.segmentHeader().isEmpty()) {
                    throw Format.damaged(path, 0, "its header is not whole");
                }
                if (scanner.size() < segment.end) {
                    throw Format.damaged(path, scanner.size(), "it ended at byte " + segment.end + " once");
                }
                if (segment.summary == 0) {
                    readBlocks(scanner, segment, path);
                } else {
                    model.directory().seal(segment);
                }
            }
        }
        model.takeOwed();
        for (PreparedState branch : model.prepared().values()) {
            branch.parts().forEach(part -> model.segments().prepared(part.destination(), part.content()));
        }
    }

    /** Of a segment that was given up when the disk failed. */
    private void readBlocks(FrameScanner scanner, SegmentInfo segment, Path path) throws IOException {
        long position = Format.SEGMENT_HEADER;
        while (position < segment.end) {
            long at = position;
            Frame frame = scanner.frameAt(at).orElseThrow(() -> Format.damaged(path, at, "a commit is not whole"));
            scanner.readRecords(frame, record -> {
                if (record instanceof JournalRecord.BlockPlaced block) {
                    addBlock(block.place().destination(), block.block());
                } else if (record instanceof JournalRecord.BranchCommitted committed) {
                    committed.blocks().forEach(block -> addBlock(block.place().destination(), block.block()));
                }
            });
            position = frame.end();
        }
    }

    private void addBlock(int destination, BlockRef block) {
        boolean complete = model.segments().find(block.contentSegment()).isPresent()
                && model.segments().find(block.placeSegment()).isPresent();
        if (complete && model.destination(destination).isPresent()) {
            model.directory().add(destination, block);
        }
    }

    // ---- the last segment ----

    private Found replay(FrameScanner scanner, Frame first, SegmentHeader header, ActiveSegment last)
            throws IOException {
        long number = first.header().number();
        long durable = 0;
        long provenEnd = 0;
        ArrayDeque<long[]> ends = new ArrayDeque<>();
        ends.add(new long[] {number, first.end()});
        long position = first.end();
        while (true) {
            long expected = number + 1;
            Optional<Frame> next = scanner.frameAt(position)
                    .filter(frame -> frame.header().storeId() == header.storeId()
                            && frame.header().number() == expected);
            if (next.isEmpty()) {
                break;
            }
            Frame frame = next.get();
            durable = frame.header().durableThrough();
            provenEnd = prune(ends, durable, provenEnd);
            apply(scanner, frame, last);
            number = expected;
            position = frame.end();
            ends.add(new long[] {number, position});
        }
        for (int segment : missing) {
            if (model.segments().find(segment).isPresent()) {
                throw Format.damaged(files.path(segment), 0, "the file is missing");
            }
        }
        cut(scanner, last, position, number, header.storeId());
        rewrite(last.file, provenEnd, position);
        last.end = (int) position;
        last.durableEnd = last.end;
        last.info.end = last.end;
        boolean clean = lastRecord instanceof Closed;
        return new Found(header.storeId(), number, !clean, last);
    }

    /** Forgets the commits that are known to be durable; where the last of them ends. */
    private static long prune(ArrayDeque<long[]> ends, long durable, long before) {
        long end = before;
        while (!ends.isEmpty() && ends.element()[0] <= durable) {
            end = ends.remove()[1];
        }
        return end;
    }

    private void apply(FrameScanner scanner, Frame frame, ActiveSegment last) {
        scanner.readRecords(frame, record -> {
            model.apply(record, frame.header().time());
            last.note(record);
            if (!(record instanceof Summarized)) {
                lastRecord = record;
            }
        });
    }

    private void cut(FrameScanner scanner, ActiveSegment last, long position, long lastNumber, long storeId)
            throws IOException {
        if (position == scanner.size()) {
            return;
        }
        Path path = files.path(last.info.number);
        FrameScanner.Tail tail = scanner.tail(position, lastNumber + 1, storeId);
        long bytes = scanner.size() - position;
        if (tail instanceof Damaged damaged) {
            throw Format.damaged(
                    path,
                    position,
                    "commit " + (lastNumber + 1) + " is not whole, though it was once: commit "
                            + damaged.witness().header().number() + " at byte "
                            + damaged.witness().position() + " tells so");
        } else if (tail instanceof Unordered unordered) {
            LOG.warn(
                    "The journal file {} ends with {} bytes behind commit {}, which are cut off: commit {} is not whole, though"
                            + " commit {} at byte {} is. Nothing says that anybody was told of them; where the machine did"
                            + " not stop suddenly, look at its disk",
                    path,
                    bytes,
                    lastNumber,
                    lastNumber + 1,
                    unordered.later().header().number(),
                    unordered.later().position());
        } else {
            LOG.info(
                    "The journal file {} ends with {} bytes of a commit that was not complete when the process or the"
                            + " machine stopped; nobody was told that it was stored. They are cut off",
                    path,
                    bytes);
        }
        last.file.truncate(position);
    }

    /**
     * Writes again what was not known to be durable when the process died, and forces it: after a failed force the system may hold it to be
     * on the disk when it is not, and would not write it of itself.
     */
    private static void rewrite(DiskFile file, long from, long to) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(COPY, Math.max(0, to - from)));
        for (long at = from; at < to; at += COPY) {
            buffer.clear().limit((int) Math.min(COPY, to - at));
            file.read(buffer, at);
            file.write(buffer.flip(), at);
        }
        file.force();
    }

    // ---- what is left over ----

    private void deleteUnborn() throws IOException {
        for (int number : unborn) {
            LOG.info("The journal file {} was being begun when the process stopped; it is deleted", files.path(number));
            disk.delete(files.path(number));
        }
    }

    /** They were about to be deleted when the process died, or given up when the disk failed. */
    private void deleteForgotten() throws IOException {
        for (int number : present) {
            if (!unborn.contains(number) && model.segments().find(number).isEmpty()) {
                disk.delete(files.path(number));
            }
        }
    }
}
