package io.narabi.broker.lane;

import io.narabi.engine.FailureCause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The lanes that are dead-lettered up to a sequence ({@code DEAD_LETTER_LANE}), by group; the empty one is the whole destination's lane. */
final class DeadLetterMarks {

    /**
     * How far.
     *
     * @param until the last sequence
     * @param cause of the message that was exhausted
     */
    record Mark(long until, FailureCause cause) {}

    private final Map<String, Mark> marks = new HashMap<>();

    boolean isEmpty() {
        return marks.isEmpty();
    }

    /** The groups: a copy. */
    List<String> groups() {
        return List.copyOf(marks.keySet());
    }

    void add(String group, Mark mark) {
        marks.merge(group, mark, (known, added) -> known.until() >= added.until() ? known : added);
    }

    /** The mark that dooms a message of the lane; null if there is none. */
    @Nullable
    Mark over(LaneKey lane, LogEntry entry) {
        if (marks.isEmpty()) {
            return null;
        }
        Mark mark = null;
        if (lane instanceof LaneKey.Group group) {
            mark = marks.get(group.group());
        } else if (lane instanceof LaneKey.All) {
            mark = marks.get("");
        }
        return mark != null && entry.sequence() <= mark.until() ? mark : null;
    }

    /** The furthest sequence of any; 0 if there is none. */
    long furthest() {
        long furthest = 0;
        for (Mark mark : marks.values()) {
            furthest = Math.max(furthest, mark.until());
        }
        return furthest;
    }

    /** Forgets those that are done. */
    void forget(BiPredicate<String, Mark> done) {
        marks.entrySet().removeIf(one -> done.test(one.getKey(), one.getValue()));
    }
}
