package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An owner, and the lanes that it owns or keeps. */
final class OwnerLanes {

    final Owner owner;
    /** Its lanes that have nothing reserved and a next message that may go: to itself. */
    final ReadyLanes open = new ReadyLanes();
    /** Lanes it keeps, some perhaps no more. */
    final List<Lane> kept = new ArrayList<>(1);
    /** The session it was last handed something in; none for a branch found after a restart. */
    @Nullable
    SessionState session;

    int lanes;

    OwnerLanes(Owner owner) {
        this.owner = owner;
    }
}
