package io.narabi.broker.lane;

import java.nio.ByteBuffer;

/**
 * What is kept of a chunk of postings beside them, so that they need not be read for it.
 *
 * @param first the first sequence
 * @param last the last sequence
 * @param priorities how many of each priority
 */
record ChunkFacts(long first, long last, PriorityCounts priorities) {

    private static final int LENGTH = 2 * Long.BYTES + PriorityCounts.PRIORITIES * Integer.BYTES;

    static ChunkFacts of(PostingChunk chunk) {
        return new ChunkFacts(chunk.first(), chunk.last(), chunk.priorities());
    }

    /** @throws IllegalArgumentException if these are no facts */
    static ChunkFacts decode(byte[] code) {
        if (code.length != LENGTH) {
            throw new IllegalArgumentException(
                    "Facts of a chunk of postings take " + LENGTH + " bytes, not " + code.length);
        }
        ByteBuffer in = ByteBuffer.wrap(code);
        long first = in.getLong();
        long last = in.getLong();
        PriorityCounts priorities = new PriorityCounts();
        for (int priority = 0; priority < PriorityCounts.PRIORITIES; priority++) {
            int count = in.getInt();
            if (count < 0) {
                throw new IllegalArgumentException("A chunk cannot have " + count + " postings of a priority");
            }
            if (count > 0) {
                priorities.add(priority, count);
            }
        }
        if (priorities.total() == 0 || first > last) {
            throw new IllegalArgumentException("A chunk from " + first + " to " + last + " is none");
        }
        return new ChunkFacts(first, last, priorities);
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(LENGTH).putLong(first).putLong(last);
        for (int priority = 0; priority < PriorityCounts.PRIORITIES; priority++) {
            out.putInt(priorities.count(priority));
        }
        return out.array();
    }
}
