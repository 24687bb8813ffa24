package io.narabi.broker;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.runtime.Environment;
import io.narabi.store.Store;
import io.narabi.store.StoreState;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** An open broker: its parts, put together over one store. Thread-safe. */
final class Broker implements AutoCloseable {

    private final String name;
    private final Store store;
    private final Environment environment;
    private final DeadLetters deadLetters;
    private final Subscriptions subscriptions;
    private final Destinations destinations;
    private final SendPath sendPath;
    private final HandOvers handOvers;
    private final Transactions transactions;
    private final Clients clients = new Clients();
    private final Set<BrokerConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong lastConnection = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Opens the store and takes up what it holds.
     *
     * @param name identifies the broker for users and as resource manager
     * @param url its broker parameters
     */
    Broker(String name, NarabiUrl url, Store store, Environment environment) {
        this.name = name;
        this.store = store;
        this.environment = environment;
        StoreState state = store.open();
        this.deadLetters = new DeadLetters(store, environment);
        this.subscriptions = new Subscriptions(store, environment, deadLetters, url.lookAhead());
        this.destinations = new Destinations(store, environment, subscriptions, url.autoCreate(), url.retention());
        this.sendPath = new SendPath(store, destinations, url.maxMessageSize());
        this.handOvers = new HandOvers(store);
        this.transactions = new Transactions(name, store, environment);
        deadLetters.connect(destinations, sendPath);
        new Recovery(store, destinations, subscriptions, transactions).takeUp(state);
    }

    String name() {
        return name;
    }

    Environment environment() {
        return environment;
    }

    Store store() {
        return store;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    Destinations destinations() {
        return destinations;
    }

    SendPath sendPath() {
        return sendPath;
    }

    HandOvers handOvers() {
        return handOvers;
    }

    Transactions transactions() {
        return transactions;
    }

    Clients clients() {
        return clients;
    }

    /** @param release gives the hold on the broker back, once */
    BrokerConnection connect(Runnable release) {
        requireOpen();
        BrokerConnection connection = new BrokerConnection(this, lastConnection.incrementAndGet(), release);
        connections.add(connection);
        return connection;
    }

    void forget(BrokerConnection connection) {
        connections.remove(connection);
    }

    void requireOpen() {
        if (closed.get()) {
            throw new EngineException(Reason.UNAVAILABLE, "The broker " + name + " is closed");
        }
    }

    /** Closes what is still connected, writes what is needed to go on where it stopped, and closes the store. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        EngineException reason = new EngineException(Reason.UNAVAILABLE, "The broker " + name + " was closed");
        List.copyOf(connections).forEach(connection -> connection.fail(reason));
        deadLetters.close();
        subscriptions.all().forEach(subscription -> {
            subscription.storeAttempts();
            subscription.saveLanes();
        });
        store.close();
    }
}
