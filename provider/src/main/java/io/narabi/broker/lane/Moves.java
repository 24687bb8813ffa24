package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Exit;
import io.narabi.broker.lane.Item.Past;
import io.narabi.broker.lane.Item.Phase;
import io.narabi.engine.FailureCause;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Messages that leave their lane otherwise than by acknowledgement, and what operators decide about halted lanes. */
final class Moves {

    private static final long FIRST_RETRY_SECONDS = 1;
    private static final long LONGEST_RETRY_SECONDS = 60;

    private final Parts parts;

    Moves(Parts parts) {
        this.parts = parts;
    }

    void moved(LogEntry entry) {
        Item item = moving(entry);
        if (item != null) {
            Lane lane = item.lane;
            lane.settle(item);
            parts.keeper.look(lane);
        }
    }

    void moveFailed(LogEntry entry) {
        Item item = moving(entry);
        if (item == null) {
            return;
        }
        Past past = item.past();
        if (past.exit == Exit.DISCARD) {
            item.lane.changePhase(item, Phase.STOPPED);
        } else {
            long seconds = Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS << Math.min(past.failedMoves, 6));
            past.failedMoves++;
            past.waits = true;
            past.notBefore = parts.timers.now() + TimeUnit.SECONDS.toNanos(seconds);
            item.lane.changePhase(item, Phase.PENDING);
        }
        parts.keeper.look(item.lane);
    }

    private @Nullable Item moving(LogEntry entry) {
        Lane lane = parts.table.holding(entry, parts.options);
        Item item = lane == null ? null : lane.firstFree;
        while (item != null && (item.phase != Phase.MOVING || item.sequence() != entry.sequence())) {
            item = item.next;
        }
        return item;
    }

    void resumeDeadLettering(String group, long untilSequence) {
        FailureCause unknown = FailureCause.of(FailureCause.Kind.CRASHED);
        parts.marks.add(group, new DeadLetterMarks.Mark(untilSequence, unknown));
    }

    boolean retry(String laneId) {
        Item item = halted(laneId);
        if (item == null) {
            return false;
        }
        Lane lane = item.lane;
        Item fresh = lane.renew(item);
        fresh.attempts = 0;
        fresh.doubtful = false;
        fresh.seen = true;
        fresh.past = new Past();
        parts.keeper.look(lane);
        return true;
    }

    boolean deadLetterHead(String laneId) {
        Item item = halted(laneId);
        if (item == null) {
            return false;
        }
        item.past().condemned = true;
        item.lane.changePhase(item, Phase.PENDING);
        parts.keeper.look(item.lane);
        return true;
    }

    Optional<LogEntry> discardHead(String laneId) {
        Item item = halted(laneId);
        if (item == null) {
            return Optional.empty();
        }
        item.past().exit = Exit.DISCARD;
        item.lane.changePhase(item, Phase.MOVING);
        parts.keeper.look(item.lane);
        return Optional.of(item.entry);
    }

    /** The message that has stopped the lane; null if no such lane is halted. */
    private @Nullable Item halted(String laneId) {
        LaneKey key = LaneKey.parse(laneId).orElse(null);
        Lane lane = key == null ? null : parts.table.find(key);
        return lane == null || lane.state != LaneState.HALTED ? null : lane.front;
    }
}
