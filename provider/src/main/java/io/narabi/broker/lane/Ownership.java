package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who owns which lane: at most one owner each. Where deliveries of one lane were passed to different owners, or a change of the delivery
 * order has put them into one lane, nobody gets more of it until one owner is left.
 */
final class Ownership {

    private final Map<Owner, OwnerLanes> owners = new IdentityHashMap<>();
    private final OwnerLanes several = new OwnerLanes(() -> "several owners");

    @Nullable
    OwnerLanes find(Owner owner) {
        return owners.get(owner);
    }

    OwnerLanes get(Owner owner) {
        OwnerLanes known = owners.get(owner);
        if (known == null) {
            known = new OwnerLanes(owner);
            owners.put(owner, known);
        }
        return known;
    }

    boolean isSeveral(OwnerLanes owner) {
        return isSame(owner, several);
    }

    @SuppressWarnings("ReferenceEquality") // owners are compared by identity, by contract
    private static boolean isSame(@Nullable OwnerLanes one, @Nullable OwnerLanes other) {
        return one == other;
    }

    /** Whether nobody else owns the lane. */
    @SuppressWarnings("ReferenceEquality") // owners are compared by identity, by contract
    boolean isFreeFor(Lane lane, Owner owner) {
        OwnerLanes known = lane.owner;
        return known == null || (known.owner == owner && !isSeveral(known));
    }

    /** The owner owns the lane from now on. */
    void own(Lane lane, OwnerLanes owner) {
        OwnerLanes before = lane.owner;
        if (!isSame(before, owner)) {
            owner.lanes++;
            lane.owner = owner;
            if (before != null) {
                left(before);
            }
        }
        lane.kept = false;
    }

    /** The owner keeps the lane although nothing of it is in flight. */
    void keep(Lane lane) {
        OwnerLanes owner = lane.owner;
        if (owner != null && !lane.kept) {
            lane.kept = true;
            owner.kept.add(lane);
        }
    }

    /** Nobody owns the lane from now on. */
    void release(Lane lane) {
        OwnerLanes before = lane.owner;
        lane.owner = null;
        lane.kept = false;
        if (before != null) {
            left(before);
        }
    }

    /** Takes the lanes out that the owner keeps: each is released. */
    List<Lane> releaseKept(Owner owner) {
        OwnerLanes known = owners.get(owner);
        if (known == null || known.kept.isEmpty()) {
            return List.of();
        }
        List<Lane> released = new ArrayList<>();
        for (Lane lane : known.kept) {
            if (lane.kept && isSame(lane.owner, known)) {
                released.add(lane);
                lane.kept = false;
            }
        }
        known.kept.clear();
        released.forEach(this::release);
        return released;
    }

    /** The session has consumers again: what it was handed before is its own still. */
    @SuppressWarnings("ReferenceEquality") // owners are compared by identity, by contract
    void adopt(SessionState session) {
        for (OwnerLanes owner : owners.values()) {
            SessionState before = owner.session;
            if (before != null && before.owner == session.owner) {
                owner.session = session;
                session.lastUsed = owner.owner;
            }
        }
    }

    /** Finds the owner anew from what is in flight, after some of it has gone or has been passed on; there must be something. */
    void settleOwner(Lane lane) {
        OwnerLanes found = null;
        for (Item item = lane.first; item != null; item = item.next) {
            Owner one = item.owner;
            if (item.phase == Item.Phase.IN_FLIGHT && one != null) {
                OwnerLanes owner = get(one);
                if (owner.session == null) {
                    owner.session = item.session;
                }
                found = found == null || isSame(found, owner) ? owner : several;
            }
        }
        if (found != null) {
            own(lane, found);
        }
    }

    private void left(OwnerLanes owner) {
        owner.lanes--;
        if (owner.lanes == 0 && !isSeveral(owner)) {
            owners.remove(owner.owner);
        }
    }
}
