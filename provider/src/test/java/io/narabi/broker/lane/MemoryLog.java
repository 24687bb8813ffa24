package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A subscription's log in memory. Counts what is read. */
final class MemoryLog implements MessageLog {

    private final TreeMap<Long, LogEntry> owed = new TreeMap<>();
    private long last;
    int entriesRead;
    int entriesLookedUp;

    long last() {
        return last;
    }

    /** Leaves sequences out, as those of other subscriptions. */
    void skip(long count) {
        last += count;
    }

    LogEntry add(String group, int partition, int priority, long expiresAt, long deliverAt) {
        LogEntry entry = new LogEntry(
                ++last, partition, last, group, priority, true, expiresAt, deliverAt, 0, false, Optional.empty());
        owed.put(last, entry);
        return entry;
    }

    LogEntry add(String group) {
        return add(group, 0, 4, 0, 0);
    }

    /** What is known of attempts changes, as at a restart. */
    LogEntry attempts(long sequence, int attempts, boolean doubtful) {
        LogEntry entry = entry(sequence);
        LogEntry changed = new LogEntry(
                sequence,
                entry.partition(),
                entry.offset(),
                entry.group(),
                entry.priority(),
                entry.persistent(),
                entry.expiresAt(),
                entry.deliverAt(),
                attempts,
                doubtful,
                entry.payload());
        owed.put(sequence, changed);
        return changed;
    }

    void settled(long sequence) {
        if (owed.remove(sequence) == null) {
            throw new AssertionError("Sequence " + sequence + " is settled twice");
        }
    }

    List<LogEntry> all() {
        return new ArrayList<>(owed.values());
    }

    @Override
    public List<LogEntry> read(long fromSequence, int max) {
        List<LogEntry> entries = new ArrayList<>();
        for (LogEntry entry : owed.tailMap(fromSequence, true).values()) {
            if (entries.size() == max) {
                break;
            }
            entries.add(entry);
        }
        entriesRead += entries.size();
        return entries;
    }

    @Override
    public List<LogEntry> owed(List<Long> sequences) {
        List<LogEntry> entries = new ArrayList<>();
        for (long sequence : sequences) {
            LogEntry entry = owed.get(sequence);
            if (entry != null) {
                entries.add(entry);
            }
        }
        entriesLookedUp += sequences.size();
        return entries;
    }

    LogEntry entry(long sequence) {
        LogEntry entry = owed.get(sequence);
        if (entry == null) {
            throw new AssertionError("Sequence " + sequence + " is asked for, and is settled or was never stored");
        }
        return entry;
    }
}
