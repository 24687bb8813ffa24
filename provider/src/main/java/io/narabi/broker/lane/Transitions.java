package io.narabi.broker.lane;

/** Told of every step a lane takes: for tests. */
@FunctionalInterface
interface Transitions {

    Transitions UNSEEN = (from, event) -> {};

    void taken(LaneState from, LaneState.Event event);
}
