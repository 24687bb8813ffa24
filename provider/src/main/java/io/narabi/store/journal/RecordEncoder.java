package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.journal.JournalRecord.Reserved;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Brings records into their stored form. What holds messages is encoded when it is written; contents of blocks are {@link BlockCodec}'s. */
final class RecordEncoder {

    private RecordEncoder() {}

    static byte[] destination(DefineDestination definition) {
        RecordBuffer out = new RecordBuffer(64);
        putDestination(definition, out);
        return out.toByteArray();
    }

    static void putDestination(DefineDestination definition, RecordBuffer out) {
        out.putVar(definition.id());
        out.putString(definition.key());
        putAttributes(definition.attributes(), out);
        out.putVar(definition.retentionMillis());
    }

    static byte[] subscription(DefineSubscription definition, long start) {
        RecordBuffer out = new RecordBuffer(64);
        putSubscription(definition, start, out);
        return out.toByteArray();
    }

    static void putSubscription(DefineSubscription definition, long start, RecordBuffer out) {
        out.putVar(definition.id());
        out.putVar(definition.destination());
        out.putString(definition.key());
        putAttributes(definition.attributes(), out);
        out.putVar(start);
    }

    private static void putAttributes(Map<String, String> attributes, RecordBuffer out) {
        out.putVar(attributes.size());
        // Sorted: one content, one form.
        new TreeMap<>(attributes).forEach((key, value) -> {
            out.putString(key);
            out.putString(value);
        });
    }

    /** A record that consists of an identifier. */
    static byte[] id(int id) {
        RecordBuffer out = new RecordBuffer(5);
        out.putVar(id);
        return out.toByteArray();
    }

    static byte[] settle(Settle settle) {
        RecordBuffer out = new RecordBuffer(16 + 2 * settle.sequences().length);
        putSettle(settle, out);
        return out.toByteArray();
    }

    static void putSettle(Settle settle, RecordBuffer out) {
        out.putVar(settle.subscription());
        out.putByte(code(settle.how()));
        out.putVar(settle.sequences().length);
        long before = 0;
        for (long sequence : settle.sequences()) {
            out.putVar(sequence - before);
            before = sequence;
        }
    }

    private static int code(Settlement how) {
        return switch (how) {
            case ACKNOWLEDGED -> 0;
            case DEAD_LETTERED -> 1;
            case EXPIRED -> 2;
            case DISCARDED -> 3;
        };
    }

    static byte[] attempt(Attempt attempt) {
        RecordBuffer out = new RecordBuffer(16);
        out.putVar(attempt.subscription());
        out.putVar(attempt.sequence());
        out.putVar(attempt.attempt());
        return out.toByteArray();
    }

    static byte[] mark(AttemptMark mark) {
        RecordBuffer out = new RecordBuffer(16);
        out.putVar(mark.subscription());
        out.putVar(mark.upTo());
        return out.toByteArray();
    }

    static byte[] laneMark(LaneMark mark) {
        RecordBuffer out = new RecordBuffer(32);
        putLaneMark(mark, out);
        return out.toByteArray();
    }

    static void putLaneMark(LaneMark mark, RecordBuffer out) {
        out.putVar(mark.subscription());
        out.putString(mark.lane());
        out.putInt(mark.kind());
        out.putVar(mark.untilSequence());
    }

    static byte[] branch(BranchId branch) {
        RecordBuffer out = new RecordBuffer(64);
        putBranch(branch, out);
        return out.toByteArray();
    }

    static void putBranch(BranchId branch, RecordBuffer out) {
        out.putInt(branch.formatId());
        out.putVarBytes(branch.globalId());
        out.putVarBytes(branch.qualifier());
    }

    /** What of a prepared branch comes before its contents, each of which follows its destination (4 bytes). */
    static byte[] prepareHead(BranchId branch, List<Settle> settles, int parts, int[] order) {
        RecordBuffer out = new RecordBuffer(64 + order.length);
        putBranch(branch, out);
        putSettles(settles, out);
        out.putVar(parts);
        putOrder(order, out);
        return out.toByteArray();
    }

    private static void putSettles(List<Settle> settles, RecordBuffer out) {
        out.putVar(settles.size());
        settles.forEach(settle -> putSettle(settle, out));
    }

    private static void putOrder(int[] order, RecordBuffer out) {
        out.putVar(order.length);
        for (int part : order) {
            out.putVar(part);
        }
    }

    /**
     * A branch's commit.
     *
     * @param places for each part of the branch; what was for a destination that is gone is left out
     * @param contents for each place
     * @param placesAt set to where each place begins in the record
     */
    static byte[] commitBranch(BranchId branch, List<BlockPlace> places, List<ContentRef> contents, int[] placesAt) {
        RecordBuffer out = new RecordBuffer(128);
        putBranch(branch, out);
        out.putVar(places.size());
        for (int i = 0; i < places.size(); i++) {
            putContentRef(contents.get(i), out);
            placesAt[i] = out.length();
            BlockCodec.putPlace(places.get(i), out);
        }
        return out.toByteArray();
    }

    static void putContentRef(ContentRef ref, RecordBuffer out) {
        out.putVar(ref.segment());
        out.putVar(ref.position());
        out.putVar(ref.headLength());
        out.putVar((long) ref.count() << 1 | (ref.hasNonPersistent() ? 1 : 0));
    }

    static void putPrepared(PreparedState prepared, RecordBuffer out) {
        putBranch(prepared.branch(), out);
        putSettles(prepared.settles(), out);
        out.putVar(prepared.parts().size());
        for (PreparedState.Part part : prepared.parts()) {
            out.putVar(part.destination());
            putContentRef(part.content(), out);
            putOrder(part.partitions(), out);
        }
        putOrder(prepared.order(), out);
    }

    static byte[] reserve(Reserved reserved) {
        RecordBuffer out = new RecordBuffer(16);
        out.putVar(reserved.destination());
        out.putVar(reserved.ceiling());
        return out.toByteArray();
    }

    static byte[] forget(List<Integer> segments) {
        RecordBuffer out = new RecordBuffer(4 + 5 * segments.size());
        out.putVar(segments.size());
        segments.forEach(out::putVar);
        return out.toByteArray();
    }

    static void putSummary(BlockSummary summary, RecordBuffer out) {
        BlockRef block = summary.block();
        out.putVar(summary.destination());
        out.putVar(block.firstSequence());
        putContentRef(
                new ContentRef(
                        block.contentSegment(),
                        block.contentPosition(),
                        block.headLength(),
                        block.count(),
                        block.hasNonPersistent()),
                out);
        out.putVar(block.placeSegment());
        out.putVar(block.placePosition());
    }
}
