package io.narabi.broker;

import io.narabi.config.DestinationOptions;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.SubscriptionName;
import io.narabi.placement.RoundRobin;
import io.narabi.runtime.Environment;
import io.narabi.store.Store;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreUnit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The destinations of a broker: found, created on first use, changed. Thread-safe. */
final class Destinations {

    private final Store store;
    private final Environment environment;
    private final Subscriptions subscriptions;
    private final boolean autoCreate;
    private final Duration retention;

    private final ConcurrentMap<DestinationName, Destination> byName = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, Destination> byId = new ConcurrentHashMap<>();
    /** Definitions are given identifiers and queued for the store under this lock, so that they are stored in that order. */
    private final Object defining = new Object();

    private int lastId;

    Destinations(
            Store store, Environment environment, Subscriptions subscriptions, boolean autoCreate, Duration retention) {
        this.store = store;
        this.environment = environment;
        this.subscriptions = subscriptions;
        this.autoCreate = autoCreate;
        this.retention = retention;
    }

    /** Enters what the store has. Called before anything else. */
    Destination recovered(StoreRecord.DefineDestination definition) {
        DestinationOptions options = DestinationOptions.fromAttributes(definition.attributes());
        Destination destination = create(definition.id(), options);
        enter(destination);
        destination.defined().complete(destination);
        lastId = Math.max(lastId, definition.id());
        return destination;
    }

    Optional<Destination> find(DestinationName name) {
        return Optional.ofNullable(byName.get(name));
    }

    Optional<Destination> find(int id) {
        return Optional.ofNullable(byId.get(id));
    }

    List<DestinationName> names() {
        return byName.keySet().stream()
                .sorted(java.util.Comparator.comparing(DestinationName::kind).thenComparing(DestinationName::name))
                .toList();
    }

    /**
     * The destination, created with default options where there is none. Its definition may still be on its way to the store, ahead of
     * whatever the caller stores next.
     *
     * @throws EngineException {@code INVALID_DESTINATION} if there is none and destinations are not created on first use
     */
    Destination resolve(DestinationName name) {
        Destination known = byName.get(name);
        if (known != null) {
            return known;
        }
        if (!autoCreate) {
            throw new EngineException(
                    Reason.INVALID_DESTINATION,
                    "There is no " + name + ", and autoCreate is false: create it with NarabiAdmin.configure");
        }
        return define(defaults(name));
    }

    /** The destination, created with these options where there is none; where there is one it stays as it is. */
    Destination resolve(DestinationOptions options) {
        Destination known = byName.get(nameOf(options));
        return known != null ? known : define(options);
    }

    /** Creates or changes. Completes when durable. */
    CompletableFuture<Destination> configure(DestinationOptions options) {
        synchronized (defining) {
            Destination known = byName.get(nameOf(options));
            if (known == null) {
                return define(options).defined();
            }
            DestinationOptions merged = known.options().merge(options);
            return Appended.to(
                    store,
                    StoreUnit.of(definition(known.id(), merged)),
                    placements -> {
                        known.setOptions(merged);
                        subscriptions.reconfigure(known);
                        return known;
                    },
                    failure -> Appended.failure("Configuring " + known.name(), failure));
        }
    }

    static DestinationName nameOf(DestinationOptions options) {
        return options.isTopic() ? DestinationName.topic(options.name()) : DestinationName.queue(options.name());
    }

    private static DestinationOptions defaults(DestinationName name) {
        return name.kind() == DestinationName.Kind.QUEUE
                ? DestinationOptions.queue(name.name())
                : DestinationOptions.topic(name.name());
    }

    private Destination define(DestinationOptions options) {
        synchronized (defining) {
            DestinationName name = nameOf(options);
            Destination known = byName.get(name);
            if (known != null) {
                return known;
            }
            if (name.kind() == DestinationName.Kind.TOPIC) {
                throw new EngineException(
                        Reason.UNSUPPORTED,
                        "Topics come with a later version of Narabi: " + name + " cannot be used yet");
            }
            Destination destination = create(++lastId, options);
            StoreRecord.DefineSubscription own =
                    subscriptions.define(destination, SubscriptionName.ofQueue(name.name()));
            store.append(
                    new StoreUnit(List.of(definition(destination.id(), options), own)),
                    Appended.of(placements -> destination.defined().complete(destination), failure -> {
                        remove(destination);
                        destination.defined().completeExceptionally(Appended.failure("Creating " + name, failure));
                    }));
            // Entered only now: whoever finds it may store messages, which must come behind the definition.
            enter(destination);
            if (destination.defined().isCompletedExceptionally()) {
                remove(destination);
            }
            return destination;
        }
    }

    private void remove(Destination destination) {
        byName.remove(destination.name(), destination);
        byId.remove(destination.id(), destination);
    }

    private void enter(Destination destination) {
        byId.put(destination.id(), destination);
        byName.put(destination.name(), destination);
    }

    private Destination create(int id, DestinationOptions options) {
        return new Destination(
                id,
                nameOf(options),
                options,
                new RoundRobin(() -> environment.random().nextInt(Integer.MAX_VALUE)));
    }

    private StoreRecord.DefineDestination definition(int id, DestinationOptions options) {
        return new StoreRecord.DefineDestination(
                id,
                nameOf(options).toString(),
                options.toAttributes(),
                options.retentionOrDefault(retention).toMillis());
    }
}
