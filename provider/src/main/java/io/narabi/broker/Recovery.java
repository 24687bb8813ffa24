package io.narabi.broker;

import io.narabi.broker.lane.InFlight;
import io.narabi.broker.tx.Branch;
import io.narabi.broker.tx.BranchState;
import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreState;
import io.narabi.store.StoreState.PreparedBranch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Takes up what a store holds when a broker is opened. */
final class Recovery {

    private final Store store;
    private final Destinations destinations;
    private final Subscriptions subscriptions;
    private final Transactions transactions;
    /** Recovered deliveries have negative numbers: no application knows them. */
    private long lastHeld;

    Recovery(Store store, Destinations destinations, Subscriptions subscriptions, Transactions transactions) {
        this.store = store;
        this.destinations = destinations;
        this.subscriptions = subscriptions;
        this.transactions = transactions;
    }

    void takeUp(StoreState state) {
        for (StoreRecord.DefineDestination definition : state.destinations()) {
            destinations.recovered(definition);
        }
        for (StoreRecord.DefineSubscription definition : state.subscriptions()) {
            Destination destination = destinations
                    .find(definition.destination())
                    .orElseThrow(() -> new StoreException(
                            StoreException.Reason.DAMAGED,
                            "Subscription " + definition.key() + " is on a destination that is not stored"));
            subscriptions.recovered(
                    destination,
                    definition,
                    Optional.ofNullable(state.attempts().get(definition.id())));
        }
        for (StoreRecord.LaneMark mark : state.laneMarks()) {
            if (mark.kind() == DeadLetters.DEAD_LETTERING) {
                subscriptions
                        .find(mark.subscription())
                        .ifPresent(subscription -> subscription.change(
                                dispatcher -> dispatcher.resumeDeadLettering(mark.lane(), mark.untilSequence())));
            }
        }
        state.prepared().forEach(this::prepared);
    }

    private void prepared(PreparedBranch prepared) {
        BranchId id = prepared.branch();
        BranchWork content = new BranchWork(id, (messages, placements) -> publish(placements));
        for (StoreRecord.Settle settle : prepared.settles()) {
            Subscription subscription = subscriptions
                    .find(settle.subscription())
                    .orElseThrow(() -> new StoreException(
                            StoreException.Reason.DAMAGED,
                            "XA branch " + id + " settles messages of a subscription that is not stored"));
            List<Long> sequences = Arrays.stream(settle.sequences()).boxed().toList();
            List<InFlight> inFlight = subscription.decide(
                    dispatcher -> dispatcher.inDoubt(sequences, content.work().owner()));
            inFlight.forEach(one -> content.work().hold(new Held(--lastHeld, subscription, one)));
        }
        transactions.table().add(new Branch<>(id, content, BranchState.PREPARED));
    }

    /** The committed branch's messages are known by their places only: dispatch reads them from the store. */
    private void publish(List<Placement> placements) {
        for (Placement placement : placements) {
            destinations
                    .find(placement.destination())
                    .ifPresent(destination -> destination
                            .subscriptions()
                            .forEach(subscription -> subscription.appended(placement.sequence())));
        }
    }
}
