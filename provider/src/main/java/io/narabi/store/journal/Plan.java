package io.narabi.store.journal;

import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A group commit: units, what becomes of each, and the records to be written. */
final class Plan {

    final List<PlannedRecord> records = new ArrayList<>();

    /** Of {@link #records}. */
    final List<PlannedBlock> blocks = new ArrayList<>();

    /** Whether callers are told only after a force. */
    boolean force;

    private final List<EncodedUnit> units;
    private final List<List<Placement>> placements;
    private final List<@Nullable StoreException> refusals;

    Plan(int size) {
        units = new ArrayList<>(size);
        placements = new ArrayList<>(size);
        refusals = new ArrayList<>(size);
    }

    void stored(EncodedUnit unit, List<Placement> placed) {
        add(unit, placed, null);
    }

    /** The unit fails alone. */
    void refused(EncodedUnit unit, StoreException reason) {
        add(unit, List.of(), reason);
    }

    private void add(EncodedUnit unit, List<Placement> placed, @Nullable StoreException refusal) {
        units.add(unit);
        placements.add(placed);
        refusals.add(refusal);
    }

    int size() {
        return units.size();
    }

    long blockBytes() {
        return blocks.stream().mapToLong(PlannedBlock::bytes).sum();
    }

    EncodedUnit unit(int index) {
        return units.get(index);
    }

    List<Placement> placements(int index) {
        return placements.get(index);
    }

    @Nullable
    StoreException refusal(int index) {
        return refusals.get(index);
    }
}
