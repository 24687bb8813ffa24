package io.narabi.placement;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;

/**
 * The partitions of messages without a group, one after the other. The number of partitions may differ from call to
 * call. Thread-safe, without locks.
 */
public final class RoundRobin {
    private final AtomicLong turn;

    /** Begins anywhere: one number is drawn here. */
    public RoundRobin(IntSupplier random) {
        this.turn = new AtomicLong(Integer.toUnsignedLong(random.getAsInt()));
    }

    /**
     * The next partition, from 0. As long as the number stays the same, any that many calls in a row give each once.
     *
     * @throws IllegalArgumentException when there is no partition
     */
    public int next(int partitions) {
        return Math.floorMod(turn.getAndIncrement(), requirePositive(partitions));
    }

    /**
     * The next partition that is open; those that are take turns evenly. When none is, the next one as if all were: a
     * send that may fail beats one that must.
     *
     * @throws IllegalArgumentException when there is no partition
     */
    public int next(int partitions, IntPredicate open) {
        requirePositive(partitions);
        long mine = turn.getAndIncrement();
        int openCount = 0;
        for (int partition = 0; partition < partitions; partition++) {
            openCount += open.test(partition) ? 1 : 0;
        }
        if (openCount == 0 || openCount == partitions) {
            return Math.floorMod(mine, partitions);
        }
        // The n-th of the open ones, not the first one after the turn's: that one would take its closed neighbour's
        // share on top of its own.
        int skip = Math.floorMod(mine, openCount);
        int last = 0;
        for (int partition = 0; partition < partitions; partition++) {
            if (open.test(partition)) {
                last = partition;
                if (skip-- == 0) {
                    break;
                }
            }
        }
        return last;
    }

    private static int requirePositive(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("A destination has at least 1 partition, not " + partitions);
        }
        return partitions;
    }
}
