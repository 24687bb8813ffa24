package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Phase;
import io.narabi.broker.lane.LaneState.Event;
import org.jspecify.annotations.Nullable;

/** Keeps each lane's state, and its place among those that could give a message, up to date. */
final class LaneKeeper {

    private final Parts parts;

    LaneKeeper(Parts parts) {
        this.parts = parts;
    }

    /** The lane takes a step. */
    void step(Lane lane, Event event) {
        LaneState next = lane.state.after(event);
        parts.transitions.taken(lane.state, event);
        lane.state = next;
    }

    /** Nobody owns the lane, and this was found. */
    private void found(Lane lane, Event event) {
        if (lane.state.follows(event)) {
            return;
        }
        boolean direct = event == Event.RESERVE && (lane.state == LaneState.READY || lane.state == LaneState.STAYING);
        if (!direct) {
            step(lane, Event.LOOK);
        }
        step(lane, event);
    }

    /** Looks at a lane of which something has changed: what it could do next, and for whom. */
    void look(Lane lane) {
        lane.open.leave();
        leave(lane.loose);
        leave(lane.timer);
        Event found = parts.survey.survey(lane);
        Item front = lane.front;
        if (front != null && lane.loosely > 0 && lane.firmly == 0 && isBeforeReserved(lane, front)) {
            takeBack(lane, front.sequence(), true);
            found = parts.survey.survey(lane);
        }
        if (lane.reserved() == 0) {
            lane.holder = null;
        }
        if (lane.owner != null) {
            placeOwned(lane);
        } else if (lane.reserved() > 0) {
            found(lane, Event.RESERVE);
            placeReserved(lane);
        } else {
            found(lane, found);
            placeFree(lane);
        }
    }

    private static void leave(@Nullable HeapNode node) {
        if (node != null) {
            node.leave();
        }
    }

    private static boolean isBeforeReserved(Lane lane, Item front) {
        for (Item item = front.next; item != null; item = item.next) {
            if (item.reserved()) {
                return true;
            }
        }
        return false;
    }

    private void placeFree(Lane lane) {
        Item next = lane.next;
        if (next != null) {
            MatchSet matches = next.matches(parts.classes);
            SessionState stay = parts.survey.staysWith(next, matches);
            if (stay == null) {
                parts.free.add(lane.open, matches, lane.priority(), next.sequence());
                parts.signals.free(lane);
            } else {
                stay.staying.add(lane.open, matches, lane.priority() + ReadyLanes.CAME_BACK, next.sequence());
                parts.signals.own(lane);
            }
        } else if (lane.state == LaneState.EMPTY) {
            parts.table.remove(lane);
        }
    }

    private void placeOwned(Lane lane) {
        Item next = lane.next;
        OwnerLanes owner = lane.owner;
        if (next == null || owner == null || parts.owners.isSeveral(owner)) {
            return;
        }
        ConsumerState holder = lane.holder;
        MatchSet matches = next.matches(parts.classes);
        ReadyLanes among = holder == null ? owner.open : holder.further;
        among.add(lane.open, matches, rank(lane, next, matches), next.sequence());
        parts.signals.own(lane);
    }

    private void placeReserved(Lane lane) {
        ConsumerState holder = lane.holder;
        if (holder == null) {
            throw new IllegalStateException(lane + " has reservations and no consumer for them");
        }
        Item next = lane.next;
        if (next != null) {
            MatchSet matches = next.matches(parts.classes);
            holder.further.add(lane.open, matches, rank(lane, next, matches), next.sequence());
            parts.signals.own(lane);
        }
        Item first = lane.firstReserved();
        if (lane.firmly > 0 || first == null) {
            return;
        }
        MatchSet matches = first.matches(parts.classes);
        if (parts.survey.staysWith(first, matches) == null) {
            HeapNode node = lane.loose;
            if (node == null) {
                node = new HeapNode(lane);
                lane.loose = node;
            }
            SessionState session = holder.session;
            boolean busy = session.running || !holder.demand || session.reserved > lane.reserved();
            (busy ? parts.stuck : parts.fresh).add(node, matches, lane.priorityWithReserved(), first.sequence());
        }
    }

    private int rank(Lane lane, Item next, MatchSet matches) {
        return lane.priority() + (parts.survey.staysWith(next, matches) == null ? 0 : ReadyLanes.CAME_BACK);
    }

    /** Looks again at what is reserved loosely for the session: it has become busy. */
    void lookAtLoose(SessionState session) {
        if (session.reserved == 0) {
            return;
        }
        for (ConsumerState consumer : session.consumers) {
            for (Item item : consumer.reservations.toArray(new Item[0])) {
                HeapNode loose = item.lane.loose;
                if (item.phase == Phase.LOOSE && loose != null && loose.placed()) {
                    look(item.lane);
                }
            }
        }
    }

    /**
     * Takes back what is reserved of the lane from a sequence on. The caller looks at the lane afterwards.
     *
     * @param tell whether who holds loose ones is told
     */
    void takeBack(Lane lane, long fromSequence, boolean tell) {
        ConsumerState holder = lane.holder;
        if (holder == null || lane.reserved() == 0) {
            return;
        }
        for (Item item : holder.reservations.toArray(new Item[0])) {
            if (isIn(lane, item) && item.sequence() >= fromSequence) {
                boolean loose = item.phase == Phase.LOOSE;
                unreserve(item);
                lane.renew(item);
                if (loose && tell) {
                    parts.events.withdrawn(item);
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // lanes are compared by identity
    private static boolean isIn(Lane lane, Item item) {
        return item.lane == lane;
    }

    /** The item is no more reserved for its consumer. */
    void unreserve(Item item) {
        ConsumerState consumer = item.consumer;
        if (consumer != null) {
            parts.consumers.unreserved(consumer, item);
            parts.signals.changed(consumer.session);
            parts.signals.lookFor(consumer.session);
        }
    }
}
