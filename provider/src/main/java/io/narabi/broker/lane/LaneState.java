package io.narabi.broker.lane;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a lane is doing, and every way from one state to another. A step that is not listed here does not exist: taking it is an error in
 * this package.
 *
 * <p>Whenever something of a lane changes that nobody has, it is looked at anew: if that finds another state, the way leads through
 * {@link #FREE}, so that what follows depends on what is found only, and not on what was before.
 */
enum LaneState {
    /** Nothing of it is known, nobody has it. */
    EMPTY,
    /** Nobody has it; it is being looked at. No lane rests here. */
    FREE,
    /** Nobody has it; its next message may go to any consumer that wants it. */
    READY,
    /** Nobody owns it; messages of it are reserved for one consumer. */
    RESERVED,
    /** Messages of it are in flight. */
    OWNED,
    /** Nothing is in flight; its last owner keeps it, after a synchronous receive. */
    KEPT,
    /** Nobody has it; its next message came back and stays with the session it came from. */
    STAYING,
    /** Its next message waits for a time: redelivery delay, delivery delay, another try to move it. */
    WAITING,
    /** No open consumer wants its next message, and later ones may not go by. */
    UNMATCHED,
    /** Its next message is on its way to the dead-letter queue, or to where the expired go, or is being discarded. */
    MOVING,
    /** Stopped by the redelivery policy until an operator decides. */
    HALTED,
    /** Messages of it belong to a prepared branch that was found after a restart. */
    IN_DOUBT;

    /** What happens to a lane. */
    enum Event {
        /** Nobody has it (any more), and something has changed. */
        LOOK,
        /** A message of it is reserved, or still is when its owner has let it go. */
        RESERVE,
        /** A reserved message is handed over. */
        HAND_OVER,
        /** The last message in flight is settled, the owner keeps the lane. */
        KEEP,
        /** The delivery order was changed: what is in flight makes a new lane. */
        REGROUP,
        /** A prepared branch is found to hold a message of it. */
        DOUBT,
        /** No message is left. */
        NOTHING_LEFT,
        /** The next message may go. */
        MAY_GO,
        /** The next message may go, to its session. */
        STAYS,
        /** The next message has to wait. */
        MUST_WAIT,
        /** No open consumer wants the next message. */
        NOBODY_WANTS,
        /** The next message is being taken out. */
        MUST_MOVE,
        /** The next message is exhausted, and the policy halts lanes. */
        MUST_STOP
    }

    private static final Map<LaneState, Map<Event, LaneState>> TABLE = new EnumMap<>(LaneState.class);

    static {
        row(EMPTY, Event.LOOK, FREE);
        row(READY, Event.LOOK, FREE);
        row(RESERVED, Event.LOOK, FREE);
        row(OWNED, Event.LOOK, FREE);
        row(KEPT, Event.LOOK, FREE);
        row(STAYING, Event.LOOK, FREE);
        row(WAITING, Event.LOOK, FREE);
        row(UNMATCHED, Event.LOOK, FREE);
        row(MOVING, Event.LOOK, FREE);
        row(HALTED, Event.LOOK, FREE);
        row(IN_DOUBT, Event.LOOK, FREE);

        row(FREE, Event.NOTHING_LEFT, EMPTY);
        row(FREE, Event.MAY_GO, READY);
        row(FREE, Event.STAYS, STAYING);
        row(FREE, Event.MUST_WAIT, WAITING);
        row(FREE, Event.NOBODY_WANTS, UNMATCHED);
        row(FREE, Event.MUST_MOVE, MOVING);
        row(FREE, Event.MUST_STOP, HALTED);
        row(FREE, Event.RESERVE, RESERVED);

        row(READY, Event.RESERVE, RESERVED);
        row(STAYING, Event.RESERVE, RESERVED);

        row(RESERVED, Event.HAND_OVER, OWNED);
        row(OWNED, Event.HAND_OVER, OWNED);
        row(KEPT, Event.HAND_OVER, OWNED);

        row(OWNED, Event.KEEP, KEPT);

        row(EMPTY, Event.REGROUP, OWNED);
        row(EMPTY, Event.DOUBT, IN_DOUBT);
    }

    private static void row(LaneState from, Event event, LaneState to) {
        TABLE.computeIfAbsent(from, state -> new EnumMap<>(Event.class)).put(event, to);
    }

    /** The table, for the test that takes every step. */
    static Map<LaneState, Map<Event, LaneState>> table() {
        return TABLE;
    }

    /**
     * The state that follows.
     *
     * @throws IllegalStateException if the step is not listed
     */
    LaneState after(Event event) {
        Map<Event, LaneState> row = TABLE.get(this);
        LaneState next = row == null ? null : row.get(event);
        if (next == null) {
            throw new IllegalStateException("A lane that is " + this + " cannot take the step " + event);
        }
        return next;
    }

    /** The event after which a free lane is in this state. */
    boolean follows(Event event) {
        return this == FREE.after(event);
    }
}
