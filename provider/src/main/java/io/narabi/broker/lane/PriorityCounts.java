package io.narabi.broker.lane;

import org.jspecify.annotations.Nullable;

/** How many messages there are of each priority; takes an array only when there are two priorities at once. */
final class PriorityCounts {

    /** 0 to 9. */
    static final int PRIORITIES = 10;

    private int total;
    private int only;
    private int @Nullable [] each;

    void add(int priority, int by) {
        int[] several = each;
        if (several == null) {
            if (total == 0 || only == priority) {
                only = priority;
                total += by;
                return;
            }
            several = new int[PRIORITIES];
            several[only] = total;
            each = several;
        }
        several[priority] += by;
        total += by;
        if (total == 0) {
            each = null;
        }
    }

    /** Adds the others' numbers, or takes them away. */
    void addAll(PriorityCounts others, boolean away) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int count = others.count(priority);
            if (count > 0) {
                add(priority, away ? -count : count);
            }
        }
    }

    int total() {
        return total;
    }

    int count(int priority) {
        int[] several = each;
        if (several == null) {
            return priority == only ? total : 0;
        }
        return several[priority];
    }

    /** -1 if there is none. */
    int highest() {
        int[] several = each;
        if (total == 0) {
            return -1;
        }
        if (several == null) {
            return only;
        }
        int priority = several.length - 1;
        while (several[priority] == 0) {
            priority--;
        }
        return priority;
    }
}
