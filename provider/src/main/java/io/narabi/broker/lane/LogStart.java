package io.narabi.broker.lane;

import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.util.Optional;

/**
 * Where dispatch of a subscription begins.
 *
 * @param firstSequence the first sequence that is owed, or would be
 * @param lastSequence the last one stored so far; {@code firstSequence - 1} if there is none
 * @param subscription the subscription's number
 * @param index where it puts what it knows of long lanes; its futures may be waited for under the subscription's lock
 * @param saved what the index had been given by whoever dispatched before, if it has it
 */
public record LogStart(
        long firstSequence, long lastSequence, int subscription, LaneIndex index, Optional<SavedLanes> saved) {}
