package io.narabi.store.journal;

import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.MemoryDisk;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.journal.JournalRecord.Attempted;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import io.narabi.store.journal.JournalRecord.BranchCommitted;
import io.narabi.store.journal.JournalRecord.BranchPrepared;
import io.narabi.store.journal.JournalRecord.BranchRolledBack;
import io.narabi.store.journal.JournalRecord.CheckpointTaken;
import io.narabi.store.journal.JournalRecord.DestinationDefined;
import io.narabi.store.journal.JournalRecord.DestinationDropped;
import io.narabi.store.journal.JournalRecord.LaneMarked;
import io.narabi.store.journal.JournalRecord.Marked;
import io.narabi.store.journal.JournalRecord.Reserved;
import io.narabi.store.journal.JournalRecord.SegmentsForgotten;
import io.narabi.store.journal.JournalRecord.Settled;
import io.narabi.store.journal.JournalRecord.SubscriptionDefined;
import io.narabi.store.journal.JournalRecord.SubscriptionDropped;
import io.narabi.store.journal.JournalRecord.Summarized;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Decodes records and encodes them again, as the writer does. */
final class Reencoder {

    private Reencoder() {}

    /** What a writer writes into a commit. */
    private interface Writing {
        void write(FrameWriter out) throws IOException;
    }

    static byte[] again(RecordType type, byte[] content, int segment) throws IOException {
        JournalRecord record = RecordDecoder.decode(type, ByteBuffer.wrap(content), segment, 0);
        return switch (type) {
            case DEFINE_DESTINATION -> RecordEncoder.destination(((DestinationDefined) record).definition());
            case DROP_DESTINATION -> RecordEncoder.id(((DestinationDropped) record).id());
            case DEFINE_SUBSCRIPTION -> {
                SubscriptionDefined defined = (SubscriptionDefined) record;
                yield RecordEncoder.subscription(defined.definition(), defined.start());
            }
            case DROP_SUBSCRIPTION -> RecordEncoder.id(((SubscriptionDropped) record).id());
            case SETTLE -> {
                Settled settled = (Settled) record;
                yield RecordEncoder.settle(new Settle(settled.subscription(), settled.sequences(), settled.how()));
            }
            case ATTEMPT -> RecordEncoder.attempt(((Attempted) record).attempt());
            case ATTEMPT_MARK -> RecordEncoder.mark(((Marked) record).mark());
            case LANE_MARK -> RecordEncoder.laneMark(((LaneMarked) record).mark());
            case BLOCK -> block((BlockPlaced) record, content);
            case PREPARE -> prepare(((BranchPrepared) record).branch(), content);
            case COMMIT_BRANCH -> commit((BranchCommitted) record);
            case ROLLBACK_BRANCH -> RecordEncoder.branch(((BranchRolledBack) record).branch());
            case RESERVE -> RecordEncoder.reserve((Reserved) record);
            case FORGET_SEGMENTS -> RecordEncoder.forget(((SegmentsForgotten) record).segments());
            case CHECKPOINT -> checkpoint((CheckpointTaken) record);
            case SUMMARY -> summary((Summarized) record);
            case CLOSE, MOVED_BLOCK, BODY_CHUNK -> new byte[0];
        };
    }

    /** From what they say; but a body stays as it is, as another compressor may find another form. */
    private static List<EncodedMessage> again(List<EncodedMessage> read) {
        return read.stream()
                .map(message -> {
                    EncodedMessage again = EncodedMessage.of(new NewMessage(
                            message.destination(),
                            message.partition(),
                            message.group(),
                            message.priority(),
                            message.persistent(),
                            message.expiresAt(),
                            message.deliverAt(),
                            message.payload()));
                    return new EncodedMessage(
                            again.destination(),
                            again.partition(),
                            again.priority(),
                            again.flags(),
                            again.expiresAt(),
                            again.deliverAt(),
                            again.group(),
                            again.encodedGroup(),
                            again.size(),
                            message.body(),
                            EncodedMessage.crc(message.body()));
                })
                .toList();
    }

    private static byte[] block(BlockPlaced record, byte[] content) throws IOException {
        RecordReader in = new RecordReader(
                ByteBuffer.wrap(content).position(record.block().contentPosition()));
        List<EncodedMessage> messages =
                again(BlockCodec.readMessages(record.place().destination(), in));
        return written(out -> {
            byte[] place = BlockCodec.encodePlace(record.place());
            out.put(place, place.length);
            BlockCodec.writeContent(messages, new RecordBuffer(16), out);
        });
    }

    private static byte[] prepare(PreparedState branch, byte[] content) throws IOException {
        List<List<EncodedMessage>> parts = new ArrayList<>();
        for (PreparedState.Part part : branch.parts()) {
            RecordReader in = new RecordReader(
                    ByteBuffer.wrap(content).position(part.content().position()));
            parts.add(again(BlockCodec.readMessages(part.destination(), in)));
        }
        int[] next = new int[parts.size()];
        List<EncodedMessage> messages = new ArrayList<>();
        for (int part : branch.order()) {
            messages.add(parts.get(part).get(next[part]++));
        }
        PlannedBranch again = new PlannedBranch(new UnitItem.Branch(branch.branch(), branch.settles(), messages));
        byte[] record = written(out -> again.write(out, new RecordBuffer(16), 1));
        return java.util.Arrays.copyOfRange(record, Format.RECORD_HEADER, record.length);
    }

    private static byte[] commit(BranchCommitted record) {
        List<BlockPlace> places = new ArrayList<>();
        List<ContentRef> contents = new ArrayList<>();
        for (BlockPlaced block : record.blocks()) {
            BlockRef ref = block.block();
            places.add(block.place());
            contents.add(new ContentRef(
                    ref.contentSegment(),
                    ref.contentPosition(),
                    ref.headLength(),
                    ref.count(),
                    ref.hasNonPersistent()));
        }
        return RecordEncoder.commitBranch(record.branch(), places, contents, new int[places.size()]);
    }

    private static byte[] checkpoint(CheckpointTaken record) {
        Model model = Model.ofCheckpoints();
        CheckpointCodec.decode(record.content(), model);
        return CheckpointCodec.encode(model);
    }

    private static byte[] summary(Summarized record) {
        RecordBuffer out = new RecordBuffer(16);
        out.putInt(record.blocks().size());
        record.blocks().forEach(block -> RecordEncoder.putSummary(block, out));
        return out.toByteArray();
    }

    private static byte[] written(Writing what) throws IOException {
        Path path = Path.of("/records");
        try (DiskFile file = new MemoryDisk(1).open(path)) {
            FrameWriter out = new FrameWriter();
            out.begin(file, 0);
            what.write(out);
            int end = out.finish(1, 1, 1, 0, 0);
            ByteBuffer bytes = ByteBuffer.allocate(end - Format.COMMIT_HEADER);
            file.read(bytes, Format.COMMIT_HEADER);
            return bytes.array();
        }
    }
}
