package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Exit;
import io.narabi.broker.lane.Item.Past;
import io.narabi.broker.lane.Item.Phase;
import io.narabi.broker.lane.LaneState.Event;
import io.narabi.broker.redelivery.RedeliveryPolicy.Verdict;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.config.Unmatched;
import io.narabi.engine.FailureCause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a lane could do next: its first message that is not reserved, in flight or passed over, and what stands in its way. On the
 * way it lets go what nobody wants, and begins to move what is expired or exhausted.
 */
final class LaneSurvey {

    private final Parts parts;

    LaneSurvey(Parts parts) {
        this.parts = parts;
    }

    /** Sets the lane's {@code next} if its next message may go, to whomever, and says what was found. */
    Event survey(Lane lane) {
        lane.next = null;
        lane.front = null;
        Item item = lane.firstFree;
        while (true) {
            if (comesAfterBacklog(lane, item)) {
                if (!refill(lane)) {
                    return Event.NOBODY_WANTS;
                }
                item = lane.firstFree;
            } else if (item == null) {
                return lane.pending > 0 ? Event.NOBODY_WANTS : Event.NOTHING_LEFT;
            } else if (item.phase == Phase.PENDING) {
                Item following = item.next;
                Event found = assess(lane, item);
                if (found != null) {
                    return found;
                }
                item = following;
            } else if (item.free()) {
                lane.front = item;
                return item.phase == Phase.MOVING ? Event.MUST_MOVE : Event.MUST_STOP;
            } else {
                item = item.next;
            }
        }
    }

    /** Whether the backlog's first message comes before the item. What came back can stand in the window behind it. */
    private static boolean comesAfterBacklog(Lane lane, @Nullable Item item) {
        LaneBacklog backlog = lane.backlog;
        return backlog != null && (item == null || backlog.firstSequence() < item.sequence());
    }

    /**
     * Reads the backlog's first messages back into the window: those that are owed still. False if they cannot be read: the lane waits until
     * they have been found again.
     */
    private boolean refill(Lane lane) {
        LaneBacklog backlog = lane.backlog;
        List<Long> sequences = new ArrayList<>(parts.backlogs.limits().window());
        while (backlog != null && sequences.size() < parts.backlogs.limits().window() && backlog.isReadable()) {
            long sequence = backlog.removeFirst();
            // After a restart, one may have been in doubt.
            if (!lane.contains(sequence)) {
                sequences.add(sequence);
            }
            if (backlog.size() == 0) {
                backlog = null;
                lane.backlog = null;
            }
        }
        for (LogEntry entry : parts.log.owed(sequences)) {
            lane.add(new Item(entry, lane));
        }
        if (backlog != null && sequences.isEmpty()) {
            parts.frontier.lost(backlog);
            return false;
        }
        return true;
    }

    /** What becomes of the message; null if it is passed over, or has left the lane. */
    private @Nullable Event assess(Lane lane, Item item) {
        DeadLetterMarks.Mark mark = parts.marks.over(lane.key, item.entry);
        boolean leaves = mark != null || isExhausted(item);
        MatchSet matches = item.matches(parts.classes);
        Past past = item.past;
        if (mark == null && matches.isEmpty() && passesOver(lane)) {
            // What the log knows all about is found again when somebody wants it. The rest stays here, and if it is
            // exhausted it goes.
            if (parts.classes.all().isEmpty() && item.untouched()) {
                // Known from before a restart: nobody has been there yet who could want it.
                return Event.NOBODY_WANTS;
            }
            if (item.untouched()) {
                lane.remove(item);
                parts.frontier.passedOver(item.entry);
                return null;
            }
            if (!leaves) {
                return null;
            }
        }
        lane.front = item;
        if (past != null && past.waits) {
            if (past.notBefore > parts.timers.now()) {
                parts.timers.waitUntil(lane, past.notBefore);
                return Event.MUST_WAIT;
            }
            past.waits = false;
        }
        if (leaves) {
            return leave(lane, item, mark);
        }
        if (isExpired(item)) {
            expire(lane, item);
            return Event.MUST_MOVE;
        }
        if (item.entry.deliverAt() > 0 && item.entry.deliverAt() > parts.timers.wallMillis()) {
            parts.timers.waitUntilWall(lane, item.entry.deliverAt());
            return Event.MUST_WAIT;
        }
        if (matches.isEmpty()) {
            if (item.entry.expiresAt() > 0) {
                parts.timers.waitUntilWall(lane, item.entry.expiresAt());
            }
            return Event.NOBODY_WANTS;
        }
        lane.next = item;
        return staysWith(item, matches) != null ? Event.STAYS : Event.MAY_GO;
    }

    private boolean passesOver(Lane lane) {
        return lane.key.isSingle() || parts.options.unmatched() == Unmatched.PASS_OVER;
    }

    private boolean isExhausted(Item item) {
        Past past = item.past;
        return (past != null && past.condemned)
                || (item.attempts > 0
                        && parts.options.redelivery().afterFailure(item.attempts, item.doubtful)
                                instanceof Verdict.Exhausted);
    }

    boolean isExpired(Item item) {
        long expiresAt = item.entry.expiresAt();
        return expiresAt > 0 && expiresAt <= parts.timers.wallMillis();
    }

    /** The session that the message came back to and stays with, if that still has a consumer for it. */
    @Nullable
    SessionState staysWith(Item item, MatchSet matches) {
        Past past = item.past;
        SessionState stay = past == null ? null : past.stay;
        return stay != null && stay.wants(matches) ? stay : null;
    }

    void expire(Lane lane, Item item) {
        item.past().exit = Exit.EXPIRY;
        lane.changePhase(item, Phase.MOVING);
        parts.events.expired(item.entry);
    }

    void deadLetter(Lane lane, Item item, FailureCause cause) {
        item.past().exit = Exit.DEAD_LETTER;
        lane.changePhase(item, Phase.MOVING);
        parts.events.deadLetter(item.entry, item.attempts, cause);
    }

    /** The message is exhausted, or doomed with its lane. It goes when nothing else of the lane is open. Null if it was parked elsewhere. */
    private @Nullable Event leave(Lane lane, Item item, DeadLetterMarks.@Nullable Mark mark) {
        if (lane.inFlight > 0 || lane.reserved() > 0 || lane.moving > 0) {
            return Event.MUST_MOVE;
        }
        Past past = item.past;
        FailureCause cause = past == null ? FailureCause.of(FailureCause.Kind.CRASHED) : past.cause;
        if (mark != null) {
            deadLetter(lane, item, item.attempts > 0 ? cause : mark.cause());
            return Event.MUST_MOVE;
        }
        ExhaustedPolicy policy = past != null && past.condemned
                ? ExhaustedPolicy.DEAD_LETTER
                : parts.options.redelivery().exhausted();
        boolean wholeLane = lane.key instanceof LaneKey.Group
                || (lane.key instanceof LaneKey.All && !item.entry.group().isEmpty());
        if (policy == ExhaustedPolicy.HALT_LANE) {
            if (wholeLane || lane.key.isSingle()) {
                lane.changePhase(item, Phase.STOPPED);
                parts.events.halted(item.entry.group(), item.entry, item.attempts, cause);
                return Event.MUST_STOP;
            }
            park(lane, item);
            return null;
        }
        if (policy == ExhaustedPolicy.DEAD_LETTER_LANE && wholeLane) {
            String group = lane.key instanceof LaneKey.Group ? item.entry.group() : "";
            parts.marks.add(group, new DeadLetterMarks.Mark(parts.frontier.last(), cause));
            parts.events.laneDeadLettering(group, parts.frontier.last());
            parts.frontier.lookAgain();
        }
        deadLetter(lane, item, cause);
        return Event.MUST_MOVE;
    }

    /** Takes a message that concerns itself alone out of its lane, and halts it. */
    private void park(Lane lane, Item item) {
        Item parked = item.renewed();
        lane.remove(item);
        Lane alone = parts.table.getSingle(item.sequence());
        parked.past();
        alone.add(parked);
        parts.keeper.look(alone);
    }
}
