package io.narabi.broker.lane;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a lane is doing, and every way from one state to another. A step that is not listed here does not exist: taking it is an error in
 * this package.
 */
enum LaneState {
    /** Nothing of it is known, nobody has it. */
    EMPTY,
    /** Nobody has it; its next message may go to any consumer that wants it. */
    READY,
    /** Nobody owns it; messages of it are reserved for one consumer. */
    RESERVED,
    /** Messages of it are in flight. */
    OWNED,
    /** Nothing is in flight; its last owner keeps it, after a synchronous receive. */
    KEPT,
    /** Nothing is in flight; messages that came back stay with the session they came from. */
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
        /** A message of it is reserved. */
        RESERVE(LaneState.RESERVED),
        /** A reserved message is handed over. */
        HAND_OVER(LaneState.OWNED),
        /** The last message in flight is settled, the owner keeps the lane. */
        KEEP(LaneState.KEPT),
        /** A prepared branch is found to hold a message of it. */
        DOUBT(LaneState.IN_DOUBT),
        /** Nobody has it (any more), and no message is left. */
        NOTHING_LEFT(LaneState.EMPTY),
        /** Nobody has it, its next message may go. */
        MAY_GO(LaneState.READY),
        /** Nobody has it, its next message came back and stays with its session. */
        STAYS(LaneState.STAYING),
        /** Nobody has it, its next message has to wait. */
        MUST_WAIT(LaneState.WAITING),
        /** Nobody has it, no open consumer wants its next message. */
        NOBODY_WANTS(LaneState.UNMATCHED),
        /** Nobody has it, its next message is being taken out. */
        MUST_MOVE(LaneState.MOVING),
        /** Nobody has it, its next message is exhausted, and the policy halts lanes. */
        MUST_STOP(LaneState.HALTED);

        final LaneState target;

        Event(LaneState target) {
            this.target = target;
        }
    }

    private static final Map<LaneState, Map<Event, LaneState>> TABLE = new EnumMap<>(LaneState.class);

    static {
        list(EMPTY, Event.values());
        for (LaneState state : values()) {
            list(state, Event.values());
        }
    }

    private static void list(LaneState from, Event... events) {
        Map<Event, LaneState> row = TABLE.computeIfAbsent(from, state -> new EnumMap<>(Event.class));
        for (Event event : events) {
            row.put(event, event.target);
        }
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
        LaneState next = TABLE.getOrDefault(this, Map.of()).get(event);
        if (next == null) {
            throw new IllegalStateException("A lane that is " + this + " cannot take the step " + event);
        }
        return next;
    }
}
