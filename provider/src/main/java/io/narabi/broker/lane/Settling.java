package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Past;
import io.narabi.broker.lane.Item.Phase;
import io.narabi.broker.lane.LaneState.Event;
import io.narabi.broker.redelivery.RedeliveryPolicy.Verdict;
import io.narabi.engine.FailureCause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The end of deliveries: acknowledged, failed, passed on. A lane is released with the last that is in flight. */
final class Settling {

    private final Parts parts;

    Settling(Parts parts) {
        this.parts = parts;
    }

    void settled(Collection<? extends InFlight> deliveries, boolean keep) {
        for (InFlight delivery : deliveries) {
            Item item = (Item) delivery;
            if (item.phase == Phase.IN_FLIGHT) {
                Lane lane = item.lane;
                lane.settle(item);
                if (lane.inFlight == 0 && keep && lane.state == LaneState.OWNED) {
                    parts.owners.keep(lane);
                    parts.keeper.step(lane, Event.KEEP);
                    parts.keeper.look(lane);
                } else {
                    left(lane);
                }
            }
        }
    }

    /** Something of the lane is in flight no more. */
    private void left(Lane lane) {
        if (lane.inFlight == 0) {
            parts.owners.release(lane);
        } else {
            OwnerLanes owner = lane.owner;
            if (owner == null || !parts.owners.isSeveral(owner)) {
                return;
            }
            parts.owners.settleOwner(lane);
        }
        parts.keeper.look(lane);
    }

    void releaseKept(Owner owner) {
        parts.owners.releaseKept(owner).forEach(parts.keeper::look);
    }

    void failed(Collection<? extends InFlight> deliveries, FailureCause cause, Optional<Owner> stayWith) {
        SessionState stay = stayWith.map(parts.consumers::session).orElse(null);
        List<Item> items = inOrder(deliveries);
        if (items.isEmpty()) {
            return;
        }
        // What was in doubt after a restart can be ahead of what has been looked at: what is before it in its lane
        // comes first.
        parts.frontier.reach(items.get(items.size() - 1).sequence());
        Set<Lane> lanes = new LinkedHashSet<>();
        for (Item item : items) {
            Lane lane = item.lane;
            if (lanes.add(lane)) {
                parts.keeper.takeBack(lane, item.sequence() + 1, true);
            }
            Item fresh = lane.renew(item);
            fresh.seen = true;
            fresh.doubtful = false;
            Past past = fresh.past();
            past.cause = cause;
            Verdict verdict = parts.options.redelivery().afterFailure(fresh.attempts, false);
            if (verdict instanceof Verdict.Retry retry) {
                if (retry.delay().isZero()) {
                    if (stay != null) {
                        stay.stays(fresh);
                        continue;
                    }
                } else {
                    past.waits = true;
                    past.notBefore = parts.timers.now() + retry.delay().toNanos();
                }
            }
            past.stay = null;
        }
        for (Lane lane : lanes) {
            if (lane.inFlight == 0) {
                parts.owners.release(lane);
            } else {
                parts.owners.settleOwner(lane);
            }
            parts.keeper.look(lane);
        }
    }

    private static List<Item> inOrder(Collection<? extends InFlight> deliveries) {
        List<Item> items = new ArrayList<>(deliveries.size());
        for (InFlight delivery : deliveries) {
            Item item = (Item) delivery;
            if (item.phase == Phase.IN_FLIGHT) {
                items.add(item);
            }
        }
        items.sort(Comparator.comparingLong(Item::sequence));
        return items;
    }

    void transfer(Collection<? extends InFlight> deliveries, Owner to) {
        List<Item> items = inOrder(deliveries);
        if (items.isEmpty()) {
            return;
        }
        Set<Lane> lanes = new LinkedHashSet<>();
        for (Item item : items) {
            item.owner = to;
            if (item.session != null) {
                item.session.lastUsed = to;
            }
            lanes.add(item.lane);
        }
        for (Lane lane : lanes) {
            parts.owners.settleOwner(lane);
            lane.lastOwner = to;
            parts.keeper.look(lane);
        }
    }

    List<InFlight> inDoubt(List<Long> sequences, Owner branch) {
        List<InFlight> found = new ArrayList<>();
        for (long sequence : sequences) {
            List<LogEntry> entries = parts.log.read(sequence, 1);
            if (!entries.isEmpty() && entries.get(0).sequence() == sequence) {
                found.add(inDoubt(entries.get(0), branch));
            }
        }
        return found;
    }

    private Item inDoubt(LogEntry entry, Owner branch) {
        Lane lane = parts.table.get(entry, parts.options);
        Item known = lane.find(entry.sequence());
        if (known != null) {
            lane.remove(known);
        }
        Item item = new Item(entry, lane);
        // The hand-over is certain: the branch was prepared with it.
        item.attempts = Math.max(1, item.attempts);
        item.doubtful = false;
        item.phase = Phase.IN_FLIGHT;
        item.owner = branch;
        item.laneNew = true;
        lane.add(item);
        parts.owners.settleOwner(lane);
        lane.lastOwner = branch;
        if (lane.state == LaneState.EMPTY) {
            parts.keeper.step(lane, Event.DOUBT);
        }
        parts.keeper.look(lane);
        return item;
    }
}
