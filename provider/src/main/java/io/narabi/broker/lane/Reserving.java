package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Phase;
import io.narabi.broker.lane.LaneState.Event;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** From a consumer's question for a message to the hand-over. */
final class Reserving {

    private final Parts parts;

    Reserving(Parts parts) {
        this.parts = parts;
    }

    Optional<Reservation> reserve(ConsumerState consumer, Owner owner) {
        if (parts.timers.isDue()) {
            parts.timers.expire(parts.keeper::look);
        }
        SessionState session = consumer.session;
        session.running = false;
        consumer.told = false;
        boolean full = consumer.reservations.size() >= consumer.credit;
        Item item = consumer.open && !full ? find(consumer, owner) : null;
        consumer.relies = item == null && !full;
        parts.signals.changed(session);
        return Optional.ofNullable(item);
    }

    private @Nullable Item find(ConsumerState consumer, Owner owner) {
        while (true) {
            HeapNode best = best(consumer, owner);
            if (best == null || best.rank < ReadyLanes.CAME_BACK) {
                if (parts.frontier.lookBeyond(consumer.selector, best, earliestBelow(best, consumer, owner))) {
                    continue;
                }
            }
            if (best == null) {
                if (withdraw(consumer, owner)) {
                    continue;
                }
                return null;
            }
            Lane lane = best.lane;
            Item next = lane.next;
            if (next == null || parts.survey.isExpired(next)) {
                parts.keeper.look(lane);
                continue;
            }
            return take(lane, next, consumer);
        }
    }

    /** The lane that comes first of those open to the consumer and owner. */
    private @Nullable HeapNode best(ConsumerState consumer, Owner owner) {
        SelectorClass selector = consumer.selector;
        HeapNode best = parts.free.best(selector);
        HeapNode staying = consumer.session.staying.best(selector);
        if (staying != null && staying.before(best)) {
            best = staying;
        }
        OwnerLanes lanes = parts.owners.find(owner);
        HeapNode owned = lanes == null ? null : lanes.open.best(selector);
        if (owned != null && owned.before(best)) {
            best = owned;
        }
        HeapNode further = consumer.further.best(selector);
        if (further != null && !parts.owners.isFreeFor(further.lane, owner)) {
            further = consumer.further.best(selector, lane -> parts.owners.isFreeFor(lane, owner));
        }
        return further != null && further.before(best) ? further : best;
    }

    private long earliestBelow(@Nullable HeapNode best, ConsumerState consumer, Owner owner) {
        if (best == null) {
            return Long.MAX_VALUE;
        }
        long earliest = parts.free.earliestBelow(best.rank, consumer.selector);
        OwnerLanes lanes = parts.owners.find(owner);
        if (lanes != null) {
            earliest = Math.min(earliest, lanes.open.earliestBelow(best.rank, consumer.selector));
        }
        return Math.min(earliest, consumer.further.earliestBelow(best.rank, consumer.selector));
    }

    private Item take(Lane lane, Item item, ConsumerState consumer) {
        lane.changePhase(item, Phase.LOOSE);
        item.consumer = consumer;
        lane.holder = consumer;
        parts.consumers.reserved(consumer, item);
        parts.keeper.look(lane);
        return item;
    }

    /** Takes back the best of what is reserved loosely for others and could go to the consumer now. */
    private boolean withdraw(ConsumerState consumer, Owner owner) {
        SelectorClass selector = consumer.selector;
        HeapNode best = parts.stuck.best(selector, lane -> !isHeldBy(lane, consumer));
        HeapNode fresh = parts.fresh.best(selector, lane -> !isHeldBy(lane, consumer));
        if (fresh != null && fresh.before(best)) {
            best = fresh;
        }
        Lane lane = best == null ? withinSession(consumer, owner) : best.lane;
        if (lane == null) {
            return false;
        }
        parts.keeper.takeBack(lane, 0, true);
        parts.keeper.look(lane);
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // consumers are compared by identity, by contract
    private static boolean isHeldBy(Lane lane, ConsumerState consumer) {
        return lane.holder == consumer;
    }

    /** A lane of the owner's, or one that stays with the session, that is reserved loosely for another consumer of the session. */
    private @Nullable Lane withinSession(ConsumerState consumer, Owner owner) {
        Lane best = null;
        Item earliest = null;
        for (ConsumerState other : consumer.session.consumers) {
            for (Item item : other.reservations) {
                Lane lane = item.lane;
                if (!isHeldBy(lane, consumer)
                        && lane.firmly == 0
                        && lane.isNextReserved(item)
                        && parts.owners.isFreeFor(lane, owner)
                        && item.matches(parts.classes).contains(consumer.selector)
                        && (earliest == null || item.sequence() < earliest.sequence())) {
                    best = lane;
                    earliest = item;
                }
            }
        }
        return best;
    }

    boolean firm(Item item) {
        if (item.phase == Phase.LOOSE) {
            item.lane.changePhase(item, Phase.FIRM);
            HeapNode loose = item.lane.loose;
            if (loose != null) {
                loose.leave();
            }
        }
        return item.phase == Phase.FIRM;
    }

    void putBack(Item item) {
        if (item.reserved()) {
            Lane lane = item.lane;
            parts.keeper.takeBack(lane, item.sequence() + 1, true);
            parts.keeper.takeBack(lane, item.sequence(), false);
            parts.keeper.look(lane);
        }
    }

    Optional<InFlight> handOver(Item item, Owner owner) {
        ConsumerState consumer = item.consumer;
        if (!item.reserved() || consumer == null) {
            return Optional.empty();
        }
        Lane lane = item.lane;
        if (!parts.owners.isFreeFor(lane, owner) || !lane.isNextReserved(item)) {
            putBack(item);
            return Optional.empty();
        }
        if (parts.survey.isExpired(item)) {
            parts.keeper.takeBack(lane, item.sequence() + 1, true);
            parts.keeper.unreserve(item);
            parts.survey.expire(lane, item);
            parts.keeper.look(lane);
            return Optional.empty();
        }
        begin(lane, item, consumer, owner);
        return Optional.of(item);
    }

    /** The attempt begins. */
    @SuppressWarnings("ReferenceEquality") // owners are compared by identity, by contract
    private void begin(Lane lane, Item item, ConsumerState consumer, Owner owner) {
        SessionState session = consumer.session;
        session.running = true;
        consumer.relies = false;
        parts.consumers.unreserved(consumer, item);
        lane.changePhase(item, Phase.IN_FLIGHT);
        OwnerLanes lanes = parts.owners.get(owner);
        lanes.session = session;
        session.lastUsed = owner;
        parts.owners.own(lane, lanes);
        parts.keeper.step(lane, Event.HAND_OVER);
        item.owner = owner;
        item.session = session;
        item.attempts++;
        item.doubtful = false;
        item.laneNew = lane.lastOwner != owner;
        lane.lastOwner = owner;
        lane.lastSession = session;
        parts.keeper.look(lane);
        parts.keeper.lookAtLoose(session);
        parts.signals.changed(session);
    }

    /** The attempt did not begin after all. */
    void handOverFailed(Item item) {
        if (item.phase != Phase.IN_FLIGHT) {
            return;
        }
        Lane lane = item.lane;
        parts.keeper.takeBack(lane, item.sequence() + 1, true);
        Item fresh = lane.renew(item);
        fresh.attempts--;
        fresh.doubtful = fresh.attempts == item.entry.attempts() && item.entry.doubtful();
        if (lane.inFlight == 0) {
            parts.owners.release(lane);
        } else {
            parts.owners.settleOwner(lane);
        }
        parts.keeper.look(lane);
    }
}
