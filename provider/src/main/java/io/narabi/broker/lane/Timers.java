package io.narabi.broker.lane;

import io.narabi.runtime.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Lanes that wait for a time. */
final class Timers {

    /** Wall-clock time can jump: what waits for it is looked at again after this time at the latest. */
    static final long LONGEST_WALL_WAIT_MILLIS = 60_000;

    private final LaneHeap waiting = new LaneHeap(size -> {});
    private final Clock clock;
    private final DispatchEvents events;
    private long asked = Long.MAX_VALUE;

    Timers(Clock clock, DispatchEvents events) {
        this.clock = clock;
        this.events = events;
    }

    long now() {
        return clock.nanoTime();
    }

    long wallMillis() {
        return clock.wallMillis();
    }

    /** The lane waits for the {@code nanoTime}. */
    void waitUntil(Lane lane, long nanoTime) {
        HeapNode node = lane.timer;
        if (node == null) {
            node = new HeapNode(lane);
            lane.timer = node;
        }
        node.leave();
        node.key = nanoTime;
        waiting.add(node);
        askFor(nanoTime);
    }

    /** The lane waits for the wall-clock time. */
    void waitUntilWall(Lane lane, long millis) {
        long left = Math.min(LONGEST_WALL_WAIT_MILLIS, millis - clock.wallMillis());
        waitUntil(lane, clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, left)));
    }

    private void askFor(long nanoTime) {
        if (nanoTime < asked) {
            asked = nanoTime;
            events.wakeAt(nanoTime);
        }
    }

    boolean isDue() {
        HeapNode first = waiting.first();
        return first != null && first.key <= clock.nanoTime();
    }

    /** Takes out what has waited long enough, and asks to be woken for the rest. */
    void expire(Consumer<Lane> action) {
        asked = Long.MAX_VALUE;
        long now = clock.nanoTime();
        HeapNode first = waiting.first();
        while (first != null && first.key <= now) {
            first.leave();
            action.accept(first.lane);
            first = waiting.first();
        }
        if (first != null) {
            askFor(first.key);
        }
    }

    /** How many messages are known in lanes in the state WAITING. */
    long messages() {
        long messages = 0;
        for (int i = 0; i < waiting.size(); i++) {
            Lane lane = waiting.get(i).lane;
            messages += lane.state == LaneState.WAITING ? lane.size() : 0;
        }
        return messages;
    }
}
