package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import io.narabi.store.journal.JournalRecord.CheckpointTaken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes commits to segment files. The writer's.
 *
 * <p>After a failed write or force nothing is assumed of what was written since the last force that succeeded: the segment is given up
 * where that force left it ({@link #giveUp}), and the journal goes on in a new one ({@link #begin}), whose checkpoint says where the old one
 * ends. What was behind is then none of the journal, whether it reached the disk or not. Blocks that were not forced, and did not have to
 * be, are written again to the new segment.
 */
final class SegmentWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentWriter.class);

    private final Disk disk;
    private final Path directory;
    private final SegmentFiles files;
    private final Model model;
    private final IndexFolder folder;
    private final long segmentSize;
    private final FrameWriter frame = new FrameWriter();
    private final RecordBuffer scratch = new RecordBuffer(1 << 10);

    /** Written since the last force. */
    private final List<PlannedBlock> unforced = new ArrayList<>();

    private long unforcedBytes;
    private long storeId;
    private long epoch;
    private int nextSegment = 1;
    private long lastCommit;
    private long durableThrough;
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong forces = new AtomicLong();
    private @Nullable ActiveSegment active;

    SegmentWriter(Disk disk, Path directory, SegmentFiles files, Model model, IndexFolder folder, long segmentSize) {
        this.disk = disk;
        this.directory = directory;
        this.files = files;
        this.model = model;
        this.folder = folder;
        this.segmentSize = segmentSize;
    }

    /** A store that has no segment yet. */
    void startNew(long newStoreId, long now) throws IOException {
        storeId = newStoreId;
        epoch = 1;
        begin(now);
    }

    /** Goes on behind the last segment that was found, in one of its own. */
    void startBehind(Recovery.Found found, long newEpoch, long now) throws IOException {
        storeId = found.storeId();
        epoch = found.last().info.epoch;
        lastCommit = found.lastCommit();
        durableThrough = lastCommit;
        nextSegment = found.last().info.number + 1;
        active = found.last();
        seal(now);
        epoch = newEpoch;
        begin(now);
    }

    boolean isOpen() {
        return active != null;
    }

    long commits() {
        return commits.get();
    }

    long forces() {
        return forces.get();
    }

    long unforcedBytes() {
        return unforcedBytes;
    }

    /** Whether a commit of this size should go to a new segment. */
    boolean isFullFor(long size) {
        ActiveSegment segment = open();
        // A checkpoint that is large for the segment size must not be written over and over.
        return segment.end + size > segmentSize && segment.end > 2 * segment.checkpointEnd;
    }

    /** The active segment's number. */
    int number() {
        return open().info.number;
    }

    Path path() {
        return files.path(number());
    }

    /** Ends the active segment and begins the next. */
    void roll(long now) throws IOException {
        seal(now);
        begin(now);
    }

    /** Writes a commit. It may be read when this returns; it is durable after {@link #force}. */
    void append(Plan plan, long now) throws IOException {
        ActiveSegment segment = open();
        frame.begin(segment.file, segment.end);
        for (PlannedRecord record : plan.records) {
            record.write(frame, scratch, segment.info.number);
        }
        finish(segment, now);
        commits.incrementAndGet();
        for (PlannedRecord record : plan.records) {
            segment.note(record.event());
        }
    }

    /** The commit that was appended is not forced now; if the next force fails, its blocks are written again. */
    void leaveUnforced(Plan plan) {
        for (PlannedBlock block : plan.blocks) {
            unforced.add(block);
            unforcedBytes += block.bytes();
        }
    }

    /** Makes all that was appended durable. */
    void force() throws IOException {
        ActiveSegment segment = open();
        segment.file.force();
        forces.incrementAndGet();
        forced(segment);
    }

    private void forced(ActiveSegment segment) {
        durableThrough = lastCommit;
        segment.durableEnd = segment.end;
        unforced.clear();
        unforcedBytes = 0;
    }

    private void finish(ActiveSegment segment, long now) throws IOException {
        segment.end = frame.finish(storeId, segment.info.number, ++lastCommit, durableThrough, now);
        segment.info.end = segment.end;
    }

    private void seal(long now) throws IOException {
        ActiveSegment segment = open();
        int summaryAt = segment.end;
        RecordBuffer blocks = segment.blocks();
        frame.begin(segment.file, segment.end);
        frame.putRecordHeader(RecordType.SUMMARY, 4 + blocks.length());
        frame.putInt(segment.blockCount());
        frame.put(blocks.array(), blocks.length());
        finish(segment, now);
        force();
        segment.info.summary = summaryAt;
        model.directory().seal(segment.info);
        active = null;
        closeQuietly(segment.file);
    }

    /**
     * Begins a segment: its checkpoint, and what has to be written again.
     *
     * @throws IOException if it cannot be; the next attempt begins another file
     */
    void begin(long now) throws IOException {
        int number = nextSegment;
        DiskFile file = disk.open(files.path(number));
        nextSegment++;
        ActiveSegment segment = new ActiveSegment(new SegmentInfo(number, epoch, now), file);
        Relocation relocation = new Relocation(model, unforced);
        byte[] checkpoint = CheckpointCodec.encode(model);
        boolean done = false;
        try {
            file.truncate(0);
            file.write(ByteBuffer.wrap(new SegmentHeader(storeId, number, epoch).encode()), 0);
            segment.end = Format.SEGMENT_HEADER;
            writeCheckpoint(checkpoint, segment, now);
            writeUnforced(segment, now);
            file.force();
            disk.forceDirectory(directory);
            forces.incrementAndGet();
            done = true;
        } finally {
            if (!done) {
                relocation.putBack();
                closeQuietly(file);
                deleteQuietly(number);
            }
        }
        model.segments().add(segment.info);
        relocation.putIn(now);
        unforced.forEach(block -> segment.note(block.event()));
        forced(segment);
        active = segment;
        // The one before may hold nothing that is owed.
        model.segments().noteChange();
        folder.begun(number, checkpoint, segment.checkpointCommit);
    }

    private void writeCheckpoint(byte[] checkpoint, ActiveSegment segment, long now) throws IOException {
        frame.begin(segment.file, segment.end);
        PlannedSmall record = new PlannedSmall(RecordType.CHECKPOINT, checkpoint, new CheckpointTaken(checkpoint));
        record.write(frame, scratch, segment.info.number);
        finish(segment, now);
        segment.checkpointEnd = segment.end;
        segment.checkpointCommit = lastCommit;
    }

    private void writeUnforced(ActiveSegment segment, long now) throws IOException {
        if (unforced.isEmpty()) {
            return;
        }
        frame.begin(segment.file, segment.end);
        for (PlannedBlock block : unforced) {
            block.write(frame, scratch, segment.info.number);
        }
        finish(segment, now);
    }

    /** After a failed write or force: the segment ends where the last force left it. */
    void giveUp() {
        ActiveSegment segment = active;
        if (segment == null) {
            return;
        }
        segment.info.end = segment.durableEnd;
        active = null;
        closeQuietly(segment.file);
    }

    /** Writes the mark of a clean close, makes everything durable and closes the file. */
    void closeCleanly(long now) throws IOException {
        ActiveSegment segment = open();
        frame.begin(segment.file, segment.end);
        new PlannedSmall(RecordType.CLOSE, new byte[0], new JournalRecord.Closed())
                .write(frame, scratch, segment.info.number);
        finish(segment, now);
        force();
        active = null;
        segment.file.close();
    }

    private ActiveSegment open() {
        if (active == null) {
            throw new IllegalStateException("There is no segment to write to");
        }
        return active;
    }

    private void deleteQuietly(int number) {
        try {
            disk.delete(files.path(number));
        } catch (IOException e) {
            // The next start finds that it is none of the journal.
            LOG.debug("{} could not be deleted", files.path(number), e);
        }
    }

    private static void closeQuietly(DiskFile file) {
        try {
            file.close();
        } catch (IOException e) {
            // What had to be durable is, or was reported.
            LOG.debug("A segment file could not be closed", e);
        }
    }
}
