package io.narabi.broker;

import io.narabi.broker.lane.LogEntry;
import io.narabi.config.DestinationOptions;
import io.narabi.engine.DestinationName;
import io.narabi.placement.GroupPlacement;
import io.narabi.placement.RoundRobin;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** One destination: where its messages are placed, and who is owed them. Thread-safe. */
final class Destination {

    private final int id;
    private final DestinationName name;
    private final RoundRobin roundRobin;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    /** Completes when the definition is durable; units after it in the store may name the destination before. */
    private final CompletableFuture<Destination> defined = new CompletableFuture<>();

    private volatile DestinationOptions options;

    Destination(int id, DestinationName name, DestinationOptions options, RoundRobin roundRobin) {
        this.id = id;
        this.name = name;
        this.options = options;
        this.roundRobin = roundRobin;
    }

    int id() {
        return id;
    }

    DestinationName name() {
        return name;
    }

    DestinationOptions options() {
        return options;
    }

    void setOptions(DestinationOptions changed) {
        options = changed;
    }

    CompletableFuture<Destination> defined() {
        return defined;
    }

    List<Subscription> subscriptions() {
        return subscriptions;
    }

    /** The subscription that a queue implies. */
    Subscription ownSubscription() {
        return subscriptions.get(0);
    }

    /** The partition for a new message; {@code group} empty for none. The number of partitions may have changed a moment ago. */
    int place(String group) {
        int partitions = options.partitionsOrDefault();
        return group.isEmpty() ? roundRobin.next(partitions) : GroupPlacement.partition(group, partitions);
    }

    /** Messages were stored; called in sequence order. */
    void published(List<LogEntry> entries) {
        for (Subscription subscription : subscriptions) {
            subscription.appended(entries);
        }
    }
}
