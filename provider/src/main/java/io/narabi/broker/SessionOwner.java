package io.narabi.broker;

import io.narabi.broker.lane.Owner;
import org.jspecify.annotations.Nullable;

/** A session as owner of lanes: equal to itself only. */
record SessionOwner(String text) implements Owner {

    @Override
    public String describe() {
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
