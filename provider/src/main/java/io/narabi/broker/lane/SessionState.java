package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session: the consumers that take turns in it. */
final class SessionState {

    final Owner owner;
    final List<ConsumerState> consumers = new ArrayList<>(1);
    /** Lanes whose messages came back and stay with this session. */
    final ReadyLanes staying = new ReadyLanes();
    /** The owner that it was last handed something for. */
    @Nullable
    OwnerLanes lastUsed;
    /** Messages reserved for its consumers. */
    int reserved;
    /** A message was handed over, and none of its consumers has asked for another since. */
    boolean running;

    SessionState(Owner owner) {
        this.owner = owner;
    }

    /** Whether it has nothing to do as far as is known here. */
    boolean isIdle() {
        return !running && reserved == 0;
    }

    /** Whether an open consumer wants what the set wants. */
    boolean wants(MatchSet matches) {
        for (ConsumerState consumer : consumers) {
            if (matches.contains(consumer.selector)) {
                return true;
            }
        }
        return false;
    }
}
