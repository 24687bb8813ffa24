package io.narabi.broker.lane;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A lane's backlog in memory, about three bytes a message: differences of sequences in groups of seven bits, lowest first. The lowest bit of
 * a difference says that a byte with the priority follows, because it is another than the message's before.
 */
final class LanePostings implements LaneBacklog {

    private static final int SMALLEST_CHUNK = 32;
    private static final int LARGEST_CHUNK = 4096;
    /** A difference of 64 bits takes ten bytes; one more for the priority. */
    private static final int LONGEST = 11;

    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>(1);
    private final long[] perPriority = new long[10];
    private long size;
    private long bytes;

    private long lastAdded;
    private int lastAddedPriority;
    private long lastRemoved;
    private int lastRemovedPriority;

    @Override
    public void add(long sequence, int priority) {
        if (sequence <= lastAdded) {
            throw new IllegalArgumentException("Sequence " + sequence + " does not come after " + lastAdded);
        }
        Chunk chunk = chunks.peekLast();
        if (chunk == null || chunk.data.length - chunk.end < LONGEST) {
            int length = chunk == null ? SMALLEST_CHUNK : Math.min(LARGEST_CHUNK, chunk.data.length * 2);
            if (chunk != null) {
                bytes -= chunk.trim();
            }
            chunk = new Chunk(length);
            bytes += length;
            chunks.addLast(chunk);
        }
        boolean other = priority != lastAddedPriority;
        chunk.write(((sequence - lastAdded) << 1) | (other ? 1 : 0));
        if (other) {
            chunk.data[chunk.end++] = (byte) priority;
        }
        lastAdded = sequence;
        lastAddedPriority = priority;
        perPriority[priority]++;
        size++;
    }

    @Override
    public long removeFirst() {
        Chunk chunk = chunks.getFirst();
        long coded = chunk.read();
        if ((coded & 1) == 1) {
            lastRemovedPriority = chunk.data[chunk.start++];
        }
        lastRemoved += coded >>> 1;
        perPriority[lastRemovedPriority]--;
        size--;
        if (chunk.start == chunk.end) {
            chunks.removeFirst();
            bytes -= chunk.data.length;
        }
        return lastRemoved;
    }

    @Override
    public long firstSequence() {
        Chunk chunk = chunks.getFirst();
        int start = chunk.start;
        long sequence = lastRemoved + (chunk.read() >>> 1);
        chunk.start = start;
        return sequence;
    }

    @Override
    public int firstPriority() {
        Chunk chunk = chunks.getFirst();
        int start = chunk.start;
        long coded = chunk.read();
        int priority = (coded & 1) == 1 ? chunk.data[chunk.start] : lastRemovedPriority;
        chunk.start = start;
        return priority;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int highestPriority() {
        for (int priority = perPriority.length - 1; priority >= 0; priority--) {
            if (perPriority[priority] > 0) {
                return priority;
            }
        }
        return -1;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    /** Codes from {@code start} to {@code end}. */
    private static final class Chunk {
        private byte[] data;
        private int start;
        private int end;

        Chunk(int length) {
            data = new byte[length];
        }

        /** Gives back what it does not need; how many bytes that is. */
        int trim() {
            int unused = data.length - end;
            data = Arrays.copyOf(data, end);
            return unused;
        }

        void write(long value) {
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                data[end++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            data[end++] = (byte) rest;
        }

        long read() {
            long value = 0;
            int shift = 0;
            byte next;
            do {
                next = data[start++];
                value |= (long) (next & 0x7F) << shift;
                shift += 7;
            } while (next < 0);
            return value;
        }
    }
}
