package io.narabi.store;

import java.util.List;

/**
 * An indivisible unit: a send, a transaction, a settlement, a dead-letter move, a definition.
 *
 * @param records what is stored, applied in this order; not empty
 */
public record StoreUnit(List<StoreRecord> records) {

    public StoreUnit {
        records = List.copyOf(records);
        if (records.isEmpty()) {
            throw new IllegalArgumentException("A unit must have a record");
        }
    }

    public static StoreUnit of(StoreRecord record) {
        return new StoreUnit(List.of(record));
    }
}
