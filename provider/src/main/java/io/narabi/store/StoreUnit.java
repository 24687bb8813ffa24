package io.narabi.store;

import java.util.List;
import java.util.Optional;

/**
 * An indivisible unit: a send, a transaction, a settlement, a dead-letter move, a definition.
 *
 * @param records what is stored, applied in this order; not empty
 * @param chain what the unit must not overtake, if anything
 */
public record StoreUnit(List<StoreRecord> records, Optional<Chain> chain) {

    public StoreUnit {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("A unit must have a record");
        }
    }

    /** A unit that depends on none before it. */
    public StoreUnit(List<StoreRecord> records) {
        this(records, Optional.empty());
    }

    public static StoreUnit of(StoreRecord record) {
        return new StoreUnit(List.of(record));
    }

    /**
     * A row of units in which none may be stored after one before it was not (a producer's sends to one group, DESIGN §2.2). Implemented
     * by the broker, one object a unit; called on any thread, must not block.
     */
    public interface Chain {

        /** Asked when the unit is taken up to be stored: false if one before it in the row failed. The unit then fails, too. */
        boolean isIntact();

        /** Told at the moment the store decides that this unit fails, before the next unit is taken up. */
        void broken();
    }
}
