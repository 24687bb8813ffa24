package io.narabi.store.memory;

import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreState.Attempts;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** What a subscription is owed, and what is known of its attempts and lanes. Guarded by the store's lock. */
final class MemorySubscription {

    private final MemoryDestination destination;
    private final NavigableMap<Long, MemoryMessage> owed = new TreeMap<>();
    private final Map<Long, Integer> attempts = new HashMap<>();
    private final Map<LaneKey, LaneMark> laneMarks = new LinkedHashMap<>();
    private final Map<Long, Set<LaneKey>> laneMarksUntil = new HashMap<>();
    private DefineSubscription definition;
    private long mark;

    private record LaneKey(String lane, int kind) {}

    MemorySubscription(DefineSubscription definition, MemoryDestination destination) {
        this.definition = definition;
        this.destination = destination;
    }

    DefineSubscription definition() {
        return definition;
    }

    void redefine(DefineSubscription changed) {
        definition = changed;
    }

    /** In the order of their sequences. */
    NavigableMap<Long, MemoryMessage> owed() {
        return owed;
    }

    void owe(MemoryMessage message) {
        owed.put(message.entry().sequence(), message);
    }

    void settle(long sequence, long now) {
        MemoryMessage message = owed.remove(sequence);
        if (message == null) {
            return;
        }
        attempts.remove(sequence);
        endLaneMarks(sequence);
        if (message.settledByOne()) {
            destination.settled(sequence, now);
        }
    }

    /** The subscription ends: whatever it was owed counts as settled. */
    void drop(long now) {
        destination.unsubscribe(this);
        for (long sequence : owed.keySet().stream().mapToLong(Long::longValue).toArray()) {
            settle(sequence, now);
        }
    }

    void attempt(long sequence, int attempt) {
        if (owed.containsKey(sequence)) {
            attempts.put(sequence, attempt);
        }
    }

    void mark(long upTo) {
        mark = upTo;
    }

    /** The last word on a lane and kind counts; one about a message that is settled already takes the mark away. */
    void laneMark(LaneMark laneMark) {
        LaneKey key = new LaneKey(laneMark.lane(), laneMark.kind());
        laneMarks.remove(key);
        long until = laneMark.untilSequence();
        if (owed.containsKey(until) || until >= destination.nextSequence()) {
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

    Attempts attempts() {
        return new Attempts(mark, Map.copyOf(attempts));
    }

    Collection<LaneMark> laneMarks() {
        return laneMarks.values();
    }
}
