package io.narabi.broker;

import io.narabi.broker.lane.InFlight;
import io.narabi.broker.lane.Owner;
import io.narabi.broker.lane.Reservation;
import io.narabi.broker.redelivery.AttemptMarks.Need;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineException;
import io.narabi.engine.MessageCodec;
import io.narabi.engine.Place;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreUnit;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The hand-over: the attempt begins in dispatch, it becomes durable that it may have begun, and the message is loaded. Thread-safe.
 */
final class HandOvers {

    private final Store store;
    private final AtomicLong lastDelivery = new AtomicLong();

    HandOvers(Store store) {
        this.store = store;
    }

    /**
     * Hands a reservation over.
     *
     * @param hold told of the delivery as soon as the owner owns it, before anything else can fail
     * @param unhold told if it was not handed over after all
     */
    CompletableFuture<Optional<Delivery>> handOver(
            Subscription subscription,
            Reservation reservation,
            Owner owner,
            Consumer<Held> hold,
            Consumer<Held> unhold) {
        Optional<Step> step = subscription.decide(dispatcher -> dispatcher
                .handOver(reservation, owner)
                .map(inFlight -> new Step(inFlight, subscription.needBefore(inFlight))));
        if (step.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        InFlight inFlight = step.get().inFlight();
        Held held = new Held(lastDelivery.incrementAndGet(), subscription, inFlight);
        hold.accept(held);
        if (step.get().need().isEmpty()) {
            return CompletableFuture.completedFuture(Optional.of(load(held, unhold)));
        }
        // First, so that the message is read on the consumer's thread, not on the store's worker.
        Delivery delivery = load(held, unhold);
        Need need = step.get().need().get();
        return Appended.to(
                store,
                StoreUnit.of(subscription.toRecord(need)),
                placements -> {
                    subscription.durable(need);
                    return Optional.of(delivery);
                },
                failure -> {
                    takeBack(held, unhold);
                    return Appended.failure(describe(held), failure);
                });
    }

    private Delivery load(Held held, Consumer<Held> unhold) {
        InFlight inFlight = held.inFlight();
        long sequence = held.sequence();
        try {
            byte[] payload = inFlight.entry()
                    .payload()
                    .orElseGet(() -> store.payload(held.subscription().destination(), sequence));
            return new Delivery(
                    held.delivery(),
                    held.subscription().name(),
                    MessageCodec.decode(payload),
                    inFlight.attempt(),
                    inFlight.redelivered(),
                    new Place(inFlight.entry().partition(), inFlight.entry().offset(), sequence),
                    marks(inFlight));
        } catch (StoreException e) {
            takeBack(held, unhold);
            throw Appended.failure(describe(held), e);
        } catch (IllegalArgumentException e) {
            takeBack(held, unhold);
            throw new EngineException(
                    EngineException.Reason.INTERNAL, describe(held) + " failed: " + e.getMessage(), e);
        }
    }

    private static Set<Delivery.Mark> marks(InFlight inFlight) {
        return inFlight.laneNew() ? EnumSet.of(Delivery.Mark.LANE_NEW) : Set.of();
    }

    private static void takeBack(Held held, Consumer<Held> unhold) {
        unhold.accept(held);
        held.subscription().handOverFailed(held.inFlight());
    }

    private static String describe(Held held) {
        return "Handing over sequence " + held.sequence() + " of "
                + held.subscription().name();
    }

    /** What is to be made durable before the hand-over, if anything. */
    private record Step(InFlight inFlight, Optional<Need> need) {}
}
