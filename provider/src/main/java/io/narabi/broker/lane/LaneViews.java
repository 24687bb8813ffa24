package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What operators see of lanes. */
final class LaneViews {

    private final Parts parts;

    LaneViews(Parts parts) {
        this.parts = parts;
    }

    /** Lanes that are not simply ready or empty. */
    List<LaneSnapshot> lanes(int limit) {
        List<LaneSnapshot> views = new ArrayList<>();
        for (Lane lane : parts.table.lanes()) {
            Item head = head(lane);
            if (views.size() >= limit) {
                break;
            }
            if (head != null && lane.state != LaneState.READY && lane.state != LaneState.EMPTY) {
                views.add(view(lane, head));
            }
        }
        return views;
    }

    /** What an owner has first; else what the lane stands or falls with. */
    private static @Nullable Item head(Lane lane) {
        return lane.owner != null || lane.front == null ? lane.first : lane.front;
    }

    DispatchStatus status() {
        long halted = 0;
        for (Lane lane : parts.table.lanes()) {
            halted += lane.state == LaneState.HALTED ? 1 : 0;
        }
        Tally tally = parts.table.tally;
        return new DispatchStatus(
                tally.inFlight,
                tally.reserved,
                parts.timers.messages(),
                halted,
                parts.table.size(),
                parts.consumers.size(),
                tally.entries,
                parts.frontier.position());
    }

    private LaneSnapshot view(Lane lane, Item head) {
        Optional<String> group = Optional.of(head.entry.group()).filter(name -> !name.isEmpty());
        return new LaneSnapshot(
                lane.key.id(),
                lane.key instanceof LaneKey.All ? Optional.empty() : group,
                lane.state.name(),
                Optional.ofNullable(owner(lane)).map(Owner::describe),
                head.entry,
                head.attempts,
                lane.size(),
                note(lane, head));
    }

    private @Nullable Owner owner(Lane lane) {
        OwnerLanes owner = lane.owner;
        if (owner != null) {
            return owner.owner;
        }
        Item next = lane.next;
        SessionState stay = next == null ? null : parts.survey.staysWith(next, next.matches(parts.classes));
        return stay == null ? null : stay.owner;
    }

    private String note(Lane lane, Item head) {
        return switch (lane.state) {
            case EMPTY, FREE, READY, OWNED -> "";
            case RESERVED -> "reserved for a consumer, not handed over";
            case KEPT -> "kept by its last owner until its next receive or close";
            case STAYING -> "returned, comes back to the same session first";
            case WAITING -> waiting(head);
            case UNMATCHED -> "no open consumer's selector matches sequence " + head.sequence();
            case MOVING -> "sequence " + head.sequence() + " is being taken out";
            case HALTED -> "stopped after " + head.attempts + " attempts: retry, dead-letter or discard its head";
            case IN_DOUBT -> "held by a prepared XA branch until the transaction manager completes it";
        };
    }

    private String waiting(Item head) {
        Item.Past past = head.past;
        if (past != null && past.failedMoves > 0) {
            return "moving sequence " + head.sequence() + " has failed " + past.failedMoves
                    + " times; it is tried again";
        }
        return past != null && past.waits
                ? "waits for the redelivery delay of sequence " + head.sequence()
                : "waits for the delivery time of sequence " + head.sequence();
    }
}
