package io.narabi.store.journal;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/**
 * The settled sequences of a subscription: all below a floor, and some at or above it. Not thread-safe.
 *
 * <p>Compressed bitmaps, one for each 2<sup>32</sup> sequences.
 */
final class SettledSet {

    private static final long MASK = 0xFFFF_FFFFL;

    private final TreeMap<Long, RoaringBitmap> ranges = new TreeMap<>();
    private long floor;
    private long trimmedTo;

    SettledSet(long floor) {
        this.floor = floor;
        this.trimmedTo = floor;
    }

    long floor() {
        return floor;
    }

    /** False if it was settled already. */
    boolean add(long sequence) {
        if (sequence < floor) {
            return false;
        }
        RoaringBitmap range = ranges.computeIfAbsent(sequence >>> 32, high -> new RoaringBitmap());
        return range.checkedAdd((int) sequence);
    }

    boolean contains(long sequence) {
        if (sequence < floor) {
            return true;
        }
        RoaringBitmap range = ranges.get(sequence >>> 32);
        return range != null && range.contains((int) sequence);
    }

    /** The first sequence, at or after this one, that is not settled. */
    long nextUnsettled(long sequence) {
        long next = Math.max(sequence, floor);
        while (true) {
            long high = next >>> 32;
            RoaringBitmap range = ranges.get(high);
            if (range == null) {
                return next;
            }
            long absent = range.nextAbsentValue((int) next);
            // Where all the rest of the range is settled, the next one begins with what follows it.
            if (absent >= 0 && absent <= MASK) {
                return high << 32 | absent;
            }
            next = (high + 1) << 32;
        }
    }

    /** How many sequences of {@code [from, to)} are settled. */
    long count(long from, long to) {
        if (to <= floor) {
            return Math.max(0, to - from);
        }
        long count = Math.max(0, floor - from);
        long start = Math.max(from, floor);
        for (Map.Entry<Long, RoaringBitmap> entry :
                ranges.subMap(start >>> 32, true, (to - 1) >>> 32, true).entrySet()) {
            long base = entry.getKey() << 32;
            count += entry.getValue().rangeCardinality(Math.max(start, base) - base, Math.min(to - base, MASK + 1));
        }
        return count;
    }

    /** Raises the floor: all below counts as settled. */
    void raiseFloor(long to) {
        if (to <= floor) {
            return;
        }
        floor = to;
        // What is below the floor does no harm: it is taken out container by container.
        if (floor - trimmedTo >= 1 << 16) {
            trim();
        }
    }

    private void trim() {
        ranges.headMap(floor >>> 32, false).clear();
        RoaringBitmap range = ranges.get(floor >>> 32);
        if (range != null) {
            range.remove(0L, floor & MASK);
            if (range.isEmpty()) {
                ranges.remove(floor >>> 32);
            }
        }
        trimmedTo = floor;
    }

    void encode(RecordBuffer out) {
        trim();
        out.putVar(floor);
        out.putVar(ranges.size());
        ranges.forEach((high, range) -> {
            out.putVar(high);
            out.putVarBytes(serialized(range));
        });
    }

    /** Those at or above the floor: by the upper 32 bits, a serialized bitmap of the lower ones. */
    Map<Long, byte[]> ranges() {
        trim();
        Map<Long, byte[]> result = new TreeMap<>();
        ranges.forEach((high, range) -> result.put(high, serialized(range)));
        return result;
    }

    private static byte[] serialized(RoaringBitmap range) {
        range.runOptimize();
        byte[] bytes = new byte[range.serializedSizeInBytes()];
        range.serialize(ByteBuffer.wrap(bytes));
        return bytes;
    }

    static SettledSet decode(RecordReader in) {
        SettledSet set = new SettledSet(in.readVar());
        int count = in.readCount(2);
        for (int i = 0; i < count; i++) {
            long high = in.readVar();
            RoaringBitmap range = new RoaringBitmap();
            try {
                range.deserialize(ByteBuffer.wrap(in.readVarBytes()));
            } catch (java.io.IOException | RuntimeException e) {
                throw new RecordReader.MalformedRecordException("settled positions cannot be read: " + e);
            }
            set.ranges.put(high, range);
        }
        return set;
    }
}
