package io.narabi.store.journal;

import java.util.Arrays;

/** Counts messages by partition: few partitions, many messages. */
final class PartitionCounts {

    private int[] partitions = new int[8];
    private int[] counts = new int[8];
    private int size;

    /** Counts one; how many there were before it. */
    int next(int partition) {
        int at = indexOf(partition);
        if (at < 0) {
            if (size == partitions.length) {
                partitions = Arrays.copyOf(partitions, 2 * size);
                counts = Arrays.copyOf(counts, 2 * size);
            }
            at = size++;
            partitions[at] = partition;
        }
        return counts[at]++;
    }

    int of(int partition) {
        int at = indexOf(partition);
        return at < 0 ? 0 : counts[at];
    }

    /** The partitions in the order in which they first came. */
    int[] partitions() {
        return Arrays.copyOf(partitions, size);
    }

    private int indexOf(int partition) {
        for (int i = 0; i < size; i++) {
            if (partitions[i] == partition) {
                return i;
            }
        }
        return -1;
    }
}
