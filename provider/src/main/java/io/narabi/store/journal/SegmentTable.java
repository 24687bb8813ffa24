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

    /** A block came to its segments. */
    void placed(int destination, BlockRef block, long now) {
        SegmentInfo content = get(block.contentSegment());
        content.destinations.add(destination);
        SegmentInfo place = get(block.placeSegment());
        place.place(destination, block);
        // Owed to nobody yet: if it stays like that, it counts as settled now.
        content.touched(now);
        place.touched(now);
    }

    /** More of a block is owed than before. */
    void owe(BlockRef block, int subscription, long count) {
        get(block.placeSegment()).owe(block, subscription, count);
        if (block.placeSegment() != block.contentSegment()) {
            get(block.contentSegment()).owed += count;
        }
    }

    /** Less of a block is owed than before. */
    void settled(BlockRef block, int subscription, long count, long now) {
        owe(block, subscription, -count);
        noteEmpty(get(block.placeSegment()), now);
        noteEmpty(get(block.contentSegment()), now);
    }

    /** A segment's file is missing: nothing of what was placed there is owed any more. Recovery's. */
    void missing(SegmentInfo segment) {
        segment.owedElsewhere().forEach((number, count) -> find(number).ifPresent(content -> content.owed -= count));
        segment.owedElsewhere().clear();
        segment.owedTo().clear();
        segment.owed = 0;
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
