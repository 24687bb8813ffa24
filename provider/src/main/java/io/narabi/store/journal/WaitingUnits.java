package io.narabi.store.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Units that wait for a disk that is full or cannot be written, in order. The writer's. */
final class WaitingUnits {

    private final long timeoutNanos;
    private final ArrayDeque<EncodedUnit> units = new ArrayDeque<>();

    WaitingUnits(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    void add(EncodedUnit unit, long nowNanos) {
        if (!unit.waits) {
            unit.waits = true;
            unit.deadline = nowNanos + timeoutNanos;
        }
        units.add(unit);
    }

    boolean isEmpty() {
        return units.isEmpty();
    }

    /** Those that have waited long enough. */
    List<EncodedUnit> takeExpired(long nowNanos) {
        List<EncodedUnit> expired = new ArrayList<>();
        while (!units.isEmpty() && units.element().deadline - nowNanos <= 0) {
            expired.add(units.remove());
        }
        return expired;
    }

    List<EncodedUnit> takeAll() {
        List<EncodedUnit> all = new ArrayList<>(units);
        units.clear();
        return all;
    }

    /** When the first of them has waited long enough. */
    OptionalLong firstDeadline() {
        return units.isEmpty() ? OptionalLong.empty() : OptionalLong.of(units.element().deadline);
    }
}
