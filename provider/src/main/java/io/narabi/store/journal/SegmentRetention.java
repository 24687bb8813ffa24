package io.narabi.store.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Decides which segments are not needed any more: those in which nothing is owed and no prepared branch lives, once what is in them has
 * been settled for as long as its destination retains it; sooner, the oldest first, where all of them together are more than the limit.
 * The writer's.
 */
final class SegmentRetention {

    private final Model model;
    private final long storeLimit;

    SegmentRetention(Model model, long storeLimit) {
        this.model = model;
        this.storeLimit = storeLimit;
    }

    /**
     * The segments to forget now.
     *
     * @param active the segment that is being written, which is never among them
     */
    List<Integer> superfluous(int active, long nowMillis) {
        List<Integer> result = new ArrayList<>();
        List<SegmentInfo> kept = new ArrayList<>();
        long keptBytes = 0;
        for (SegmentInfo segment : model.segments().all()) {
            if (segment.number == active || !segment.isEmpty()) {
                continue;
            }
            if (dueMillis(segment) <= nowMillis) {
                result.add(segment.number);
            } else {
                kept.add(segment);
                keptBytes += segment.end;
            }
        }
        for (SegmentInfo segment : kept) {
            if (keptBytes <= storeLimit) {
                break;
            }
            keptBytes -= segment.end;
            result.add(segment.number);
        }
        return result;
    }

    /** When the retention of a segment that is kept will be over. */
    OptionalLong nextDueMillis(int active) {
        return model.segments().all().stream()
                .filter(segment -> segment.number != active && segment.isEmpty())
                .mapToLong(this::dueMillis)
                .min();
    }

    /** The last of its messages was settled when it became empty; all the others before. */
    private long dueMillis(SegmentInfo segment) {
        long retention = segment.destinations.stream()
                .map(model::destination)
                .flatMap(java.util.Optional::stream)
                .mapToLong(destination -> destination.definition().retentionMillis())
                .max()
                .orElse(0);
        long due = segment.emptySince + retention;
        return due < segment.emptySince ? Long.MAX_VALUE : due;
    }
}
