package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lanes in memory, by what makes them one. */
final class LaneTable {

    final Tally tally = new Tally();
    private final Map<String, Lane> groups = new HashMap<>();
    private final Map<Integer, Lane> partitions = new HashMap<>();
    private final SequenceMap<Lane> singles = new SequenceMap<>();
    private @Nullable Lane all;

    int size() {
        return groups.size() + partitions.size() + singles.size() + (all == null ? 0 : 1);
    }

    /** The lane that an ordered message belongs to, by the options; null if it is not in memory. */
    @Nullable
    Lane find(LogEntry entry, DispatchOptions options) {
        if (options.exclusive()) {
            return all;
        }
        return entry.group().isEmpty() ? partitions.get(entry.partition()) : groups.get(entry.group());
    }

    /** The lane of its own that a message has, if it is in memory. */
    @Nullable
    Lane single(long sequence) {
        return singles.get(sequence);
    }

    @Nullable
    Lane find(LaneKey key) {
        if (key instanceof LaneKey.Group group) {
            return groups.get(group.group());
        }
        if (key instanceof LaneKey.Message message) {
            return singles.get(message.sequence());
        }
        return key instanceof LaneKey.Partition partition ? partitions.get(partition.partition()) : all;
    }

    /** The lane that holds the message, wherever it is. */
    @Nullable
    Lane holding(LogEntry entry, DispatchOptions options) {
        Lane single = singles.get(entry.sequence());
        return single != null ? single : find(entry, options);
    }

    /** The lane that the message belongs to, made if it is not in memory. */
    Lane get(LogEntry entry, DispatchOptions options) {
        if (LaneKey.isSingle(entry, options)) {
            return getSingle(entry.sequence());
        }
        Lane known = find(entry, options);
        if (known != null) {
            return known;
        }
        return get(keyOf(entry, options));
    }

    /** The key of the lane that an ordered message belongs to. */
    static LaneKey keyOf(LogEntry entry, DispatchOptions options) {
        if (options.exclusive()) {
            return LaneKey.All.INSTANCE;
        }
        return entry.group().isEmpty() ? new LaneKey.Partition(entry.partition()) : new LaneKey.Group(entry.group());
    }

    Lane getSingle(long sequence) {
        Lane known = singles.get(sequence);
        return known != null ? known : get(new LaneKey.Message(sequence));
    }

    /** The lane of the key, made if it is not in memory. */
    Lane get(LaneKey key) {
        Lane known = find(key);
        if (known != null) {
            return known;
        }
        Lane made = new Lane(key, tally);
        if (key instanceof LaneKey.Group group) {
            groups.put(group.group(), made);
        } else if (key instanceof LaneKey.Message message) {
            singles.put(message.sequence(), made);
        } else if (key instanceof LaneKey.Partition partition) {
            partitions.put(partition.partition(), made);
        } else {
            all = made;
        }
        return made;
    }

    void remove(Lane lane) {
        if (lane.key instanceof LaneKey.Group group) {
            groups.remove(group.group());
        } else if (lane.key instanceof LaneKey.Message message) {
            singles.remove(message.sequence());
        } else if (lane.key instanceof LaneKey.Partition partition) {
            partitions.remove(partition.partition());
        } else {
            all = null;
        }
    }

    /** All lanes: a copy. */
    List<Lane> lanes() {
        List<Lane> lanes = new ArrayList<>(size());
        lanes.addAll(groups.values());
        lanes.addAll(partitions.values());
        Lane whole = all;
        if (whole != null) {
            lanes.add(whole);
        }
        singles.forEach(lanes::add);
        return lanes;
    }

    /** Forgets all lanes. What they held is the caller's. */
    void clear() {
        groups.clear();
        partitions.clear();
        singles.clear();
        all = null;
    }
}
