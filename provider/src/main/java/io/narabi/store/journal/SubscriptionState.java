package io.narabi.store.journal;

import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.index.StateFold;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a subscription has settled of its destination, and what is known of its attempts and lanes. Changed by the writer, read by
 * anybody; guarded by its monitor, during which no file is written, and none is read but for the blocks of a sealed segment that are not in
 * memory.
 */
final class SubscriptionState {

    private final DestinationState destination;
    private final BlockDirectory directory;
    private final SegmentTable segments;
    private final SettledSet settled;
    private final int id;
    private final Map<Long, Integer> attempts = new HashMap<>();
    private final Map<LaneKey, LaneMark> laneMarks = new LinkedHashMap<>();
    private final Map<Long, Set<LaneKey>> laneMarksUntil = new HashMap<>();
    private DefineSubscription definition;
    private long mark;
    private long owed;

    private record LaneKey(String lane, int kind) {}

    SubscriptionState(DefineSubscription definition, DestinationState destination, Model model, SettledSet settled) {
        this.definition = definition;
        this.id = definition.id();
        this.destination = destination;
        this.directory = model.directory();
        this.segments = model.segments();
        this.settled = settled;
    }

    DestinationState destination() {
        return destination;
    }

    synchronized DefineSubscription definition() {
        return definition;
    }

    synchronized void redefine(DefineSubscription changed) {
        definition = changed;
    }

    synchronized long owedCount() {
        return owed;
    }

    /** A block is there, placed in its segments already. */
    synchronized void owe(BlockRef block) {
        long count = unsettledOf(block);
        owed += count;
        segments.owe(block, id, count);
    }

    /** So many messages are owed of segments whose blocks are not looked at. Recovery's. */
    synchronized void owe(long count) {
        owed += count;
    }

    /** How many of the block's messages are owed. */
    synchronized long unsettledOf(BlockRef block) {
        return block.count() - settled.count(block.firstSequence(), block.end());
    }

    synchronized void settle(long[] sequences, long now) {
        BlockRef block = null;
        long settledOfBlock = 0;
        for (long sequence : sequences) {
            if (block == null || !block.holds(sequence)) {
                if (block != null && settledOfBlock > 0) {
                    segments.settled(block, id, settledOfBlock, now);
                }
                settledOfBlock = 0;
                block = holder(sequence).orElse(null);
                if (block == null && sequence < destination.published()) {
                    // Found by recovery, when its segment was gone already: the checkpoint may still know of attempts.
                    forget(sequence);
                }
            }
            if (block != null && settled.add(sequence)) {
                settledOfBlock++;
                owed--;
                forget(sequence);
            }
        }
        if (block != null && settledOfBlock > 0) {
            segments.settled(block, id, settledOfBlock, now);
        }
        raiseFloor();
    }

    private void forget(long sequence) {
        if (!attempts.isEmpty()) {
            attempts.remove(sequence);
        }
        if (!laneMarksUntil.isEmpty()) {
            endLaneMarks(sequence);
        }
    }

    private Optional<BlockRef> holder(long sequence) {
        return directory.atOrAfter(destination.id, sequence).filter(block -> block.holds(sequence));
    }

    /** To the first message that is owed, over the gaps. */
    private void raiseFloor() {
        settled.raiseFloor(firstUnsettled(settled.floor()));
    }

    /** The first message owed at or after this sequence, or the end of what a reader may see. */
    private long firstUnsettled(long from) {
        long end = destination.published();
        long next = settled.nextUnsettled(from);
        while (next < end) {
            Optional<BlockRef> block = directory.atOrAfter(destination.id, next);
            if (block.isEmpty()) {
                return end;
            }
            if (block.get().holds(next)) {
                return next;
            }
            next = settled.nextUnsettled(block.get().firstSequence());
        }
        return end;
    }

    synchronized OptionalLong firstOwed(long from) {
        long first = firstUnsettled(from);
        return first < destination.published() ? OptionalLong.of(first) : OptionalLong.empty();
    }

    /**
     * The first owed messages at or after a sequence that are in one block.
     *
     * @param max the most
     * @param into takes their sequences
     */
    synchronized Optional<BlockRef> nextOwed(long from, int max, List<Long> into) {
        long next = firstUnsettled(from);
        if (next >= destination.published()) {
            return Optional.empty();
        }
        Optional<BlockRef> block = holder(next);
        long end = block.map(BlockRef::end).orElse(next);
        while (next < end && into.size() < max) {
            into.add(next);
            next = settled.nextUnsettled(next + 1);
        }
        return block;
    }

    synchronized boolean isOwed(long sequence) {
        return !settled.contains(sequence) && holder(sequence).isPresent();
    }

    synchronized void attempt(long sequence, int attempt) {
        if (isOwed(sequence)) {
            attempts.put(sequence, attempt);
        }
    }

    synchronized void mark(long upTo) {
        mark = upTo;
    }

    /** The last word on a lane and kind counts; one about a message that is settled already takes the mark away. */
    synchronized void laneMark(LaneMark laneMark) {
        LaneKey key = new LaneKey(laneMark.lane(), laneMark.kind());
        laneMarks.remove(key);
        long until = laneMark.untilSequence();
        if (until >= destination.published() || isOwed(until)) {
            laneMarks.put(key, laneMark);
            laneMarksUntil.computeIfAbsent(until, sequence -> new HashSet<>()).add(key);
        }
    }

    private void endLaneMarks(long sequence) {
        Set<LaneKey> ending = laneMarksUntil.remove(sequence);
        if (ending == null) {
            return;
        }
        for (LaneKey key : ending) {
            LaneMark laneMark = laneMarks.get(key);
            // It may have been replaced by one that lasts longer.
            if (laneMark != null && laneMark.untilSequence() == sequence) {
                laneMarks.remove(key);
            }
        }
    }

    /** Ends recovery: a mark does not wait for a sequence that was skipped and will never come. */
    synchronized void recovered() {
        for (LaneMark laneMark : laneMarks()) {
            long until = laneMark.untilSequence();
            if (until < destination.nextSequence() && !isOwed(until)) {
                endLaneMarks(until);
            }
        }
    }

    /** The subscription ends: whatever it was owed counts as settled. */
    synchronized void drop(long now) {
        directory.forEach(destination.id, block -> {
            long count = unsettledOf(block);
            if (count > 0) {
                segments.settled(block, id, count, now);
            }
        });
        owed = 0;
    }

    synchronized Attempts attempts() {
        return new Attempts(mark, Map.copyOf(attempts));
    }

    synchronized List<LaneMark> laneMarks() {
        return List.copyOf(laneMarks.values());
    }

    /** What is settled, as an index takes it in. */
    synchronized StateFold.SettledPositions positions() {
        return new StateFold.SettledPositions(id, settled.floor(), owed, settled.ranges());
    }

    synchronized void encode(RecordBuffer out) {
        RecordEncoder.putSubscription(definition, settled.floor(), out);
        settled.encode(out);
        out.putVar(mark);
        out.putVar(attempts.size());
        // Sorted: one content, one form.
        new TreeMap<>(attempts).forEach((sequence, attempt) -> {
            out.putVar(sequence);
            out.putVar(attempt);
        });
        out.putVar(laneMarks.size());
        laneMarks.values().forEach(laneMark -> RecordEncoder.putLaneMark(laneMark, out));
    }

    static SubscriptionState decode(RecordReader in, Model model) {
        DefineSubscription definition = RecordDecoder.readSubscription(in).definition();
        SubscriptionState state = new SubscriptionState(
                definition, model.destinationOrDamaged(definition.destination()), model, SettledSet.decode(in));
        state.mark = in.readVar();
        int attempts = in.readCount(2);
        for (int i = 0; i < attempts; i++) {
            state.attempts.put(in.readVar(), in.readVarInt());
        }
        int laneMarks = in.readCount(4);
        for (int i = 0; i < laneMarks; i++) {
            LaneMark laneMark = RecordDecoder.readLaneMark(in);
            LaneKey key = new LaneKey(laneMark.lane(), laneMark.kind());
            state.laneMarks.put(key, laneMark);
            state.laneMarksUntil
                    .computeIfAbsent(laneMark.untilSequence(), sequence -> new HashSet<>())
                    .add(key);
        }
        return state;
    }
}
