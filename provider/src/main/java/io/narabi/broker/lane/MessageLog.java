package io.narabi.broker.lane;

import java.util.List;

/** A subscription's view of its destination's log: only what it has not settled durably. Asked under the subscription's lock. */
public interface MessageLog {

    /** Entries at or after {@code fromSequence}, in sequence order, at most {@code max}; fewer only if there are no more at present. */
    List<LogEntry> read(long fromSequence, int max);

    /** Those of the entries that are there and not settled, in order. The sequences are ascending. */
    List<LogEntry> owed(List<Long> sequences);
}
