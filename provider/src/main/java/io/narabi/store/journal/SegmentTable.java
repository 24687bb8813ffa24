package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The segments that belong to the journal, and how much of each is owed. Changed by the writer only; look-ups are thread-safe. */
final class SegmentTable {

    private final ConcurrentSkipListMap<Integer, SegmentInfo> segments = new ConcurrentSkipListMap<>();

    /** Whether a segment has become empty since this was last asked. */
    private boolean becameEmpty;

    void add(SegmentInfo segment) {
        segments.put(segment.number, segment);
    }

    void remove(int number) {
        segments.remove(number);
    }

    Optional<SegmentInfo> find(int number) {
        return Optional.ofNullable(segments.get(number));
    }

    SegmentInfo get(int number) {
        SegmentInfo segment = segments.get(number);
        if (segment == null) {
            throw new StoreException(
                    Reason.DAMAGED,
                    "The journal refers to the file " + Format.fileName(number) + ", which is none of its segments");
        }
        return segment;
    }

    /** In the order of their numbers. */
    List<SegmentInfo> all() {
        return new ArrayList<>(segments.values());
    }

    int size() {
        return segments.size();
    }

    /** Bytes of all of them. */
    long bytes() {
        long bytes = 0;
        for (SegmentInfo segment : segments.values()) {
            bytes += segment.end;
        }
        return bytes;
    }

    /** A block came to its segments, owed {@code count} times. */
    void placed(int destination, BlockRef block, long count, long now) {
        SegmentInfo content = get(block.contentSegment());
        content.destinations.add(destination);
        owe(content, count, now);
        if (block.placeSegment() != block.contentSegment()) {
            SegmentInfo place = get(block.placeSegment());
            place.destinations.add(destination);
            owe(place, count, now);
        }
    }

    /** A block was found in its segments; when they became empty is known already. */
    void recovered(int destination, BlockRef block, long count) {
        SegmentInfo content = get(block.contentSegment());
        content.destinations.add(destination);
        content.owed += count;
        if (block.placeSegment() != block.contentSegment()) {
            SegmentInfo place = get(block.placeSegment());
            place.destinations.add(destination);
            place.owed += count;
        }
    }

    /** More of a block is owed than before. */
    void owe(BlockRef block, long count, long now) {
        owe(get(block.contentSegment()), count, now);
        if (block.placeSegment() != block.contentSegment()) {
            owe(get(block.placeSegment()), count, now);
        }
    }

    private static void owe(SegmentInfo segment, long count, long now) {
        segment.owed += count;
        if (segment.isEmpty()) {
            // Owed to nobody: that counts as settled now.
            segment.emptySince = now;
        }
    }

    /** Less of a block is owed than before. */
    void settled(BlockRef block, long count, long now) {
        settled(get(block.contentSegment()), count, now);
        if (block.placeSegment() != block.contentSegment()) {
            settled(get(block.placeSegment()), count, now);
        }
    }

    private void settled(SegmentInfo segment, long count, long now) {
        segment.owed -= count;
        noteEmpty(segment, now);
    }

    void prepared(int destination, ContentRef content) {
        SegmentInfo segment = get(content.segment());
        segment.prepared++;
        segment.destinations.add(destination);
    }

    void branchEnded(ContentRef content, long now) {
        SegmentInfo segment = get(content.segment());
        segment.prepared--;
        noteEmpty(segment, now);
    }

    private void noteEmpty(SegmentInfo segment, long now) {
        if (segment.isEmpty()) {
            segment.emptySince = now;
            becameEmpty = true;
        }
    }

    /** Something else may have made segments superfluous. */
    void noteChange() {
        becameEmpty = true;
    }

    boolean takeBecameEmpty() {
        boolean result = becameEmpty;
        becameEmpty = false;
        return result;
    }
}
