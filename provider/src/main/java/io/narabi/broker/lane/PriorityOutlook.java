package io.narabi.broker.lane;

import java.util.Arrays;

/**
 * What priorities there are beyond the frontier: which messages they are on is not known, and not needed as long as none is higher than what
 * is at hand. While all messages have one priority this costs next to nothing.
 */
final class PriorityOutlook {

    private static final int CHUNK = 512;

    private final int[] counts = new int[10];
    private int total;
    /** Counted are those from the frontier up to here. */
    private long countedTo;
    /** The priorities seen at any time, a bit each. */
    private int seen;

    PriorityOutlook(long from) {
        countedTo = from;
    }

    /** A message was stored at the end of the log, which was {@code end} so far; the frontier does not take it now. */
    void appended(LogEntry entry, long end, int lookAhead) {
        seen |= 1 << entry.priority();
        if (countedTo >= end && total < lookAhead) {
            count(entry);
        }
    }

    /** There is a message of the priority somewhere. */
    void seen(int priority) {
        seen |= 1 << priority;
    }

    /** The frontier has passed a message. */
    void passed(LogEntry entry) {
        seen |= 1 << entry.priority();
        if (entry.sequence() >= countedTo) {
            countedTo = entry.sequence() + 1;
        } else {
            counts[entry.priority()]--;
            total--;
        }
    }

    /** The frontier has gone to where it finds nothing more, or back. */
    void moved(long frontier) {
        if (frontier >= countedTo) {
            restart(frontier);
        }
    }

    void restart(long frontier) {
        Arrays.fill(counts, 0);
        total = 0;
        countedTo = frontier;
    }

    /** Counts further, as far as dispatch looks ahead. */
    void extend(MessageLog log, long end, int lookAhead) {
        while (countedTo < end && total < lookAhead) {
            int size = 0;
            for (LogEntry entry : log.read(countedTo, CHUNK)) {
                seen |= 1 << entry.priority();
                count(entry);
                size++;
            }
            if (size < CHUNK) {
                countedTo = Math.max(countedTo, end);
            }
        }
    }

    private void count(LogEntry entry) {
        counts[entry.priority()]++;
        total++;
        countedTo = entry.sequence() + 1;
    }

    /** Whether there has been more than one priority. */
    boolean isMixed() {
        return (seen & (seen - 1)) != 0;
    }

    /** The highest priority counted; -1 if there is none. */
    int highest() {
        int priority = counts.length - 1;
        while (priority >= 0 && counts[priority] <= 0) {
            priority--;
        }
        return priority;
    }
}
