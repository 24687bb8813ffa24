package io.narabi.broker;

import io.narabi.engine.EngineException;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

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

    /**
     * Appends a unit. The future completes with what {@code stored} makes of it, or with what {@code failed} makes of the store's failure;
     * both run on the store's worker, before whoever waits goes on.
     */
    static <T extends Object> CompletableFuture<T> to(
            Store store,
            StoreUnit unit,
            Function<List<Placement>, T> stored,
            Function<StoreException, RuntimeException> failed) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        store.append(
                unit,
                of(
                        placements -> outcome.complete(stored.apply(placements)),
                        failure -> outcome.completeExceptionally(failed.apply(failure))));
        return outcome;
    }

    /** As {@link #to}, without a result. */
    static CompletableFuture<Void> done(
            Store store,
            StoreUnit unit,
            Consumer<List<Placement>> stored,
            Function<StoreException, RuntimeException> failed) {
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        store.append(
                unit,
                of(
                        placements -> {
                            stored.accept(placements);
                            outcome.complete(null);
                        },
                        failure -> outcome.completeExceptionally(failed.apply(failure))));
        return outcome;
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
