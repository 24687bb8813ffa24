package io.narabi.broker;

import io.narabi.engine.EngineException;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import java.util.List;
import java.util.function.Consumer;

/** Callbacks from two functions, and the store's failures in the engine's words. */
final class Appended {

    private Appended() {}

    static AppendCallback of(Consumer<List<Placement>> stored, Consumer<StoreException> failed) {
        return new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                stored.accept(placements);
            }

            @Override
            public void failed(StoreException reason) {
                failed.accept(reason);
            }
        };
    }

    /** @param what what was not done, for example {@code Sending to queue orders (group a)} */
    static EngineException failure(String what, StoreException cause) {
        EngineException.Reason reason = switch (cause.reason()) {
            case FULL -> EngineException.Reason.RESOURCES;
            case REFUSED -> EngineException.Reason.INVALID_ARGUMENT;
            case OUTCOME_UNKNOWN -> EngineException.Reason.OUTCOME_UNKNOWN;
            case CLOSED, LOCKED, IO -> EngineException.Reason.UNAVAILABLE;
            case DAMAGED, NOT_FOUND -> EngineException.Reason.INTERNAL;
        };
        return new EngineException(reason, what + " failed: " + cause.getMessage(), cause);
    }
}
