package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Phase;
import io.narabi.broker.lane.LaneState.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes what makes messages one lane, on the live subscription. What the log does not know, as what is in flight and attempts, goes to the
 * new lanes; reservations go back; the rest is read again. Where the new lane of what is in flight has several owners by that, nobody gets
 * more of it until they have settled.
 */
final class Regrouping {

    private final Parts parts;

    Regrouping(Parts parts) {
        this.parts = parts;
    }

    void regroup(DispatchOptions changed) {
        List<Item> kept = takeApart();
        parts.options = changed;
        parts.frontier.restart();
        Set<Lane> lanes = new LinkedHashSet<>();
        for (Item item : kept) {
            // What was halted without a group concerns itself alone.
            boolean alone = item.phase == Phase.STOPPED && item.entry.group().isEmpty() && !changed.exclusive();
            Lane lane = alone ? parts.table.getSingle(item.sequence()) : parts.table.get(item.entry, changed);
            lane.add(item);
            lanes.add(lane);
        }
        for (Lane lane : lanes) {
            if (lane.inFlight > 0) {
                parts.owners.settleOwner(lane);
                OwnerLanes owner = lane.owner;
                boolean inDoubt = owner != null && owner.session == null && !parts.owners.isSeveral(owner);
                parts.keeper.step(lane, inDoubt ? Event.DOUBT : Event.REGROUP);
            }
        }
        if (!kept.isEmpty()) {
            // What comes before it in its lane has to be known before it is decided about.
            parts.frontier.reach(kept.get(kept.size() - 1).sequence());
        }
        lanes.forEach(parts.keeper::look);
    }

    /** Dissolves all lanes; what must not be forgotten, in order of sequence. */
    private List<Item> takeApart() {
        List<Item> kept = new ArrayList<>();
        for (Lane lane : parts.table.lanes()) {
            parts.keeper.takeBack(lane, 0, true);
            lane.open.leave();
            if (lane.loose != null) {
                lane.loose.leave();
            }
            if (lane.timer != null) {
                lane.timer.leave();
            }
            parts.owners.release(lane);
            Item item = lane.first;
            while (item != null) {
                Item following = item.next;
                Phase phase = item.phase;
                boolean known = phase == Phase.PENDING && item.untouched();
                lane.remove(item);
                if (!known) {
                    item.phase = phase;
                    kept.add(item);
                }
                item = following;
            }
        }
        parts.table.clear();
        kept.sort(Comparator.comparingLong(Item::sequence));
        return kept;
    }
}
