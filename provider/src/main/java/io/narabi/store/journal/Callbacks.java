package io.narabi.store.journal;

import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells callers what became of their units. */
final class Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger(Callbacks.class);

    private Callbacks() {}

    static void stored(EncodedUnit unit, List<Placement> placements) {
        try {
            unit.callback.stored(placements);
        } catch (RuntimeException e) {
            LOG.error("A callback failed; its unit is stored all the same", e);
        }
    }

    /** To be called after the unit's row was broken. */
    static void failed(EncodedUnit unit, StoreException reason) {
        try {
            unit.callback.failed(reason);
        } catch (RuntimeException e) {
            LOG.error("A callback failed when it was told that its unit is not stored", e);
        }
    }

    /** Breaks the units' rows, then tells their callers. */
    static void failAll(List<EncodedUnit> units, Reason reason, String message) {
        units.forEach(Callbacks::breakRow);
        units.forEach(unit -> failed(unit, new StoreException(reason, message)));
    }

    /** No later unit of the row is stored. */
    static void breakRow(EncodedUnit unit) {
        unit.unit.chain().ifPresent(chain -> chain.broken());
    }
}
