package io.narabi.store.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What every segment begins with: all that is needed to forget the segments before it, but for the blocks of those that are kept. Of these
 * it says how much is owed, and of which sequences; they say themselves where each block is.
 */
final class CheckpointCodec {

    private CheckpointCodec() {}

    /** What is in force, except for the segment that is being begun. To be called by the writer, between commits. */
    static byte[] encode(Model model) {
        RecordBuffer out = new RecordBuffer(1 << 10);
        out.putVar(model.lostBefore());
        List<SegmentInfo> segments = model.segments().all();
        out.putVar(segments.size());
        for (SegmentInfo segment : segments) {
            out.putVar(segment.number);
            out.putVar(segment.epoch);
            out.putVar(segment.end);
            out.putVar(segment.summary);
            out.putLong(segment.emptySince);
            encodeContent(segment, out);
        }
        List<DestinationState> destinations = new ArrayList<>();
        model.destinations().forEach(destinations::add);
        out.putVar(destinations.size());
        destinations.forEach(destination -> destination.encode(out));
        List<SubscriptionState> subscriptions = new ArrayList<>();
        model.subscriptions().forEach(subscriptions::add);
        out.putVar(subscriptions.size());
        subscriptions.forEach(subscription -> subscription.encode(out));
        out.putVar(model.prepared().size());
        model.prepared().values().forEach(branch -> RecordEncoder.putPrepared(branch, out));
        return out.toByteArray();
    }

    private static void encodeContent(SegmentInfo segment, RecordBuffer out) {
        out.putVar(segment.owed);
        putCounts(segment.owedTo(), out);
        putCounts(segment.owedElsewhere(), out);
        out.putVar(segment.ranges().size());
        segment.ranges().forEach((destination, range) -> {
            out.putVar(destination);
            out.putVar(range.first());
            out.putVar(range.end());
            out.putByte(range.hasNonPersistent() ? 1 : 0);
        });
        out.putVar(segment.destinations.size());
        segment.destinations.forEach(out::putVar);
    }

    private static void decodeContent(SegmentInfo segment, RecordReader in) {
        segment.owed = in.readVar();
        readCounts(segment.owedTo(), in);
        readCounts(segment.owedElsewhere(), in);
        int ranges = in.readCount(4);
        for (int i = 0; i < ranges; i++) {
            int destination = in.readVarInt();
            segment.ranges()
                    .put(destination, new SegmentRange(segment.number, in.readVar(), in.readVar(), in.readByte() != 0));
        }
        int destinations = in.readCount(1);
        for (int i = 0; i < destinations; i++) {
            segment.destinations.add(in.readVarInt());
        }
    }

    private static void putCounts(Map<Integer, Long> counts, RecordBuffer out) {
        out.putVar(counts.size());
        counts.forEach((key, count) -> {
            out.putVar(key);
            out.putVar(count);
        });
    }

    private static void readCounts(Map<Integer, Long> counts, RecordReader in) {
        int size = in.readCount(2);
        for (int i = 0; i < size; i++) {
            counts.put(in.readVarInt(), in.readVar());
        }
    }

    /** Puts what was in force into an empty model. */
    static void decode(byte[] content, Model model) {
        RecordReader in = new RecordReader(ByteBuffer.wrap(content));
        model.lostBefore(in.readVar());
        int segments = in.readCount(17);
        for (int i = 0; i < segments; i++) {
            SegmentInfo segment = new SegmentInfo(in.readVarInt(), in.readVar(), 0);
            segment.end = in.readVarInt();
            segment.summary = in.readVarInt();
            segment.emptySince = in.readLong();
            decodeContent(segment, in);
            model.segments().add(segment);
        }
        int destinations = in.readCount(1);
        for (int i = 0; i < destinations; i++) {
            model.add(DestinationState.decode(in));
        }
        int subscriptions = in.readCount(1);
        for (int i = 0; i < subscriptions; i++) {
            model.add(SubscriptionState.decode(in, model));
        }
        int prepared = in.readCount(1);
        for (int i = 0; i < prepared; i++) {
            PreparedState branch = RecordDecoder.readPrepared(in);
            model.prepared().put(branch.branch(), branch);
        }
        in.end();
    }
}
