package io.narabi.broker;

import io.narabi.broker.lane.DispatchOptions;
import io.narabi.broker.redelivery.AttemptMarks;
import io.narabi.broker.redelivery.RedeliveryPolicy;
import io.narabi.config.DeliveryOrder;
import io.narabi.config.DestinationOptions;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.SubscriptionName;
import io.narabi.runtime.Environment;
import io.narabi.store.Store;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreState;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The subscriptions of a broker, and how their options become dispatch's. Thread-safe. */
final class Subscriptions {

    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);

    private final Store store;
    private final Environment environment;
    private final Subscription.Exits exits;
    private final int lookAhead;
    private final ConcurrentMap<Integer, Subscription> byId = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();

    Subscriptions(Store store, Environment environment, Subscription.Exits exits, int lookAhead) {
        this.store = store;
        this.environment = environment;
        this.exits = exits;
        this.lookAhead = lookAhead;
    }

    Optional<Subscription> find(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    Iterable<Subscription> all() {
        return byId.values();
    }

    /** Adds a new subscription to the destination; the record defines it in the store. */
    StoreRecord.DefineSubscription define(Destination destination, SubscriptionName name) {
        int id = lastId.incrementAndGet();
        AttemptMarks attempts = new AttemptMarks(policy(optionsOf(destination)));
        add(destination, id, name, attempts, Subscription.Extent.NEW);
        return new StoreRecord.DefineSubscription(id, destination.id(), name.toString(), Map.of());
    }

    /** Enters what the store has. */
    Subscription recovered(
            Destination destination, StoreRecord.DefineSubscription definition, Optional<StoreState.Attempts> known) {
        lastId.accumulateAndGet(definition.id(), Math::max);
        RedeliveryPolicy policy = policy(optionsOf(destination));
        AttemptMarks attempts = known.map(found -> new AttemptMarks(policy, found.mark(), found.recorded()))
                .orElseGet(() -> new AttemptMarks(policy));
        long next = store.nextSequence(destination.id());
        long first = store.firstOwed(definition.id(), 1).orElse(next);
        return add(
                destination,
                definition.id(),
                SubscriptionName.ofQueue(destination.name().name()),
                attempts,
                new Subscription.Extent(first, next - 1, savedLanes(definition)));
    }

    private Optional<SavedLanes> savedLanes(StoreRecord.DefineSubscription definition) {
        try {
            return store.laneIndex().load(definition.id()).join();
        } catch (CompletionException | CancellationException e) {
            LOG.warn("What was saved of the lanes of {} cannot be read: its log is read again", definition.key(), e);
            return Optional.empty();
        }
    }

    /** The destination's options were changed. */
    void reconfigure(Destination destination) {
        for (Subscription subscription : destination.subscriptions()) {
            DispatchOptions options = dispatchOptions(destination);
            subscription.reconfigure(options);
            subscription.ackTimeout(optionsOf(destination).ackTimeoutOrDefault());
        }
    }

    static SubscriptionOptions optionsOf(Destination destination) {
        return destination
                .options()
                .subscription()
                .orElseGet(() -> SubscriptionOptions.ofQueue(destination.name().name()));
    }

    private Subscription add(
            Destination destination, int id, SubscriptionName name, AttemptMarks attempts, Subscription.Extent extent) {
        Subscription subscription = new Subscription(
                id, name, destination.id(), dispatchOptions(destination), attempts, extent, store, environment, exits);
        subscription.ackTimeout(optionsOf(destination).ackTimeoutOrDefault());
        byId.put(id, subscription);
        destination.subscriptions().add(subscription);
        return subscription;
    }

    private DispatchOptions dispatchOptions(Destination destination) {
        DestinationOptions options = destination.options();
        SubscriptionOptions subscription = optionsOf(destination);
        DeliveryOrder order = subscription.deliveryOrderOrDefault();
        return new DispatchOptions(
                order,
                options.exclusiveOrDefault(),
                subscription.unmatchedOrDefault(options.acceptanceOrDefault()),
                policy(subscription),
                lookAhead);
    }

    private static RedeliveryPolicy policy(SubscriptionOptions options) {
        return new RedeliveryPolicy(
                options.maxDeliveriesOrDefault(),
                options.redeliveryDelayOrDefault(),
                options.redeliveryMultiplierOrDefault(),
                options.redeliveryMaxDelayOrDefault(),
                options.exhaustedPolicyOrDefault());
    }
}
