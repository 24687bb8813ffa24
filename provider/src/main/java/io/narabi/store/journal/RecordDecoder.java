package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.journal.JournalRecord.Attempted;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import io.narabi.store.journal.JournalRecord.BranchCommitted;
import io.narabi.store.journal.JournalRecord.BranchPrepared;
import io.narabi.store.journal.JournalRecord.BranchRolledBack;
import io.narabi.store.journal.JournalRecord.CheckpointTaken;
import io.narabi.store.journal.JournalRecord.Closed;
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
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads records from their stored form. */
final class RecordDecoder {

    private RecordDecoder() {}

    /**
     * A record.
     *
     * @param content exactly its content
     * @param segment the segment that it is in
     * @param position where in the segment's file its content begins
     * @throws MalformedRecordException if the content is not one of this type
     */
    static JournalRecord decode(RecordType type, ByteBuffer content, int segment, int position) {
        RecordReader in = new RecordReader(content);
        JournalRecord record = switch (type) {
            case DEFINE_DESTINATION -> new DestinationDefined(readDestination(in));
            case DROP_DESTINATION -> new DestinationDropped(in.readVarInt());
            case DEFINE_SUBSCRIPTION -> readSubscription(in);
            case DROP_SUBSCRIPTION -> new SubscriptionDropped(in.readVarInt());
            case SETTLE -> {
                Settle settle = readSettle(in);
                yield new Settled(settle.subscription(), settle.sequences(), settle.how());
            }
            case ATTEMPT -> new Attempted(new Attempt(in.readVarInt(), in.readVar(), in.readVarInt()));
            case ATTEMPT_MARK -> new Marked(new AttemptMark(in.readVarInt(), in.readVar()));
            case LANE_MARK -> new LaneMarked(readLaneMark(in));
            case BLOCK -> readBlock(in, segment, position);
            case PREPARE -> new BranchPrepared(readPrepare(in, segment, position));
            case COMMIT_BRANCH -> readCommit(in, segment, position);
            case ROLLBACK_BRANCH -> new BranchRolledBack(readBranch(in));
            case RESERVE -> new Reserved(in.readVarInt(), in.readVar());
            case FORGET_SEGMENTS -> new SegmentsForgotten(readSegments(in));
            case CHECKPOINT -> new CheckpointTaken(in.readBytes(in.remaining()));
            case SUMMARY -> new Summarized(readSummary(in));
            case CLOSE -> new Closed();
            case MOVED_BLOCK, BODY_CHUNK ->
                throw new MalformedRecordException(
                        "a record of type " + type + " is reserved, and this version writes none");
        };
        in.end();
        return record;
    }

    static DefineDestination readDestination(RecordReader in) {
        return new DefineDestination(in.readVarInt(), in.readString(), readAttributes(in), in.readVar());
    }

    static SubscriptionDefined readSubscription(RecordReader in) {
        DefineSubscription definition =
                new DefineSubscription(in.readVarInt(), in.readVarInt(), in.readString(), readAttributes(in));
        return new SubscriptionDefined(definition, in.readVar());
    }

    private static Map<String, String> readAttributes(RecordReader in) {
        int count = in.readCount(2);
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(in.readString(), in.readString());
        }
        return attributes;
    }

    static Settle readSettle(RecordReader in) {
        int subscription = in.readVarInt();
        Settlement how = switch (in.readByte()) {
            case 0 -> Settlement.ACKNOWLEDGED;
            case 1 -> Settlement.DEAD_LETTERED;
            case 2 -> Settlement.EXPIRED;
            case 3 -> Settlement.DISCARDED;
            default -> throw new MalformedRecordException("there is no such settlement");
        };
        long[] sequences = new long[in.readCount(1)];
        long before = 0;
        for (int i = 0; i < sequences.length; i++) {
            before += in.readVar();
            sequences[i] = before;
        }
        return new Settle(subscription, sequences, how);
    }

    static LaneMark readLaneMark(RecordReader in) {
        return new LaneMark(in.readVarInt(), in.readString(), in.readInt(), in.readVar());
    }

    static BranchId readBranch(RecordReader in) {
        return new BranchId(in.readInt(), in.readVarBytes(), in.readVarBytes());
    }

    private static BlockPlaced readBlock(RecordReader in, int segment, int position) {
        BlockPlace place = BlockCodec.readPlace(in);
        int contentAt = in.position();
        BlockHead head = BlockCodec.readHead(in);
        ContentRef content =
                new ContentRef(segment, position + contentAt, head.length(), head.count(), head.hasNonPersistent());
        return new BlockPlaced(place, content.placed(place.firstSequence(), segment, position), head.counts(place));
    }

    private static PreparedState readPrepare(RecordReader in, int segment, int position) {
        BranchId branch = readBranch(in);
        List<Settle> settles = readSettles(in);
        int count = in.readCount(BlockCodec.CONTENT_HEADER);
        int[] order = readOrder(in);
        List<PreparedState.Part> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int destination = in.readInt();
            int contentAt = in.position();
            BlockHead head = BlockCodec.readHead(in);
            ContentRef content =
                    new ContentRef(segment, position + contentAt, head.length(), head.count(), head.hasNonPersistent());
            parts.add(new PreparedState.Part(destination, content, head.partitions()));
        }
        return new PreparedState(branch, settles, parts, order);
    }

    private static List<Settle> readSettles(RecordReader in) {
        int count = in.readCount(3);
        List<Settle> settles = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            settles.add(readSettle(in));
        }
        return settles;
    }

    private static int[] readOrder(RecordReader in) {
        int[] order = new int[in.readCount(1)];
        for (int i = 0; i < order.length; i++) {
            order[i] = in.readVarInt();
        }
        return order;
    }

    private static BranchCommitted readCommit(RecordReader in, int segment, int position) {
        BranchId branch = readBranch(in);
        int count = in.readCount(BlockPlace.encodedSize(1));
        List<BlockPlaced> blocks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ContentRef content = readContentRef(in);
            int placeAt = in.position();
            BlockPlace place = BlockCodec.readPlace(in);
            // The branch's parts know how many messages of which partition there are.
            blocks.add(new BlockPlaced(
                    place, content.placed(place.firstSequence(), segment, position + placeAt), new int[0]));
        }
        return new BranchCommitted(branch, blocks);
    }

    static ContentRef readContentRef(RecordReader in) {
        int segment = in.readVarInt();
        int position = in.readVarInt();
        int headLength = in.readVarInt();
        long count = in.readVar();
        return new ContentRef(segment, position, headLength, (int) (count >>> 1), (count & 1) != 0);
    }

    static PreparedState readPrepared(RecordReader in) {
        BranchId branch = readBranch(in);
        List<Settle> settles = readSettles(in);
        int count = in.readCount(5);
        List<PreparedState.Part> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parts.add(new PreparedState.Part(in.readVarInt(), readContentRef(in), readOrder(in)));
        }
        return new PreparedState(branch, settles, parts, readOrder(in));
    }

    private static List<Integer> readSegments(RecordReader in) {
        int count = in.readCount(1);
        List<Integer> segments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            segments.add(in.readVarInt());
        }
        return segments;
    }

    private static List<BlockSummary> readSummary(RecordReader in) {
        int count = in.readInt();
        List<BlockSummary> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int destination = in.readVarInt();
            long first = in.readVar();
            ContentRef content = readContentRef(in);
            blocks.add(new BlockSummary(destination, content.placed(first, in.readVarInt(), in.readVarInt())));
        }
        return blocks;
    }
}
