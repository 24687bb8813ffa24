package io.narabi.broker;

import io.narabi.broker.lane.DispatchStatus;
import io.narabi.broker.lane.LaneSnapshot;
import io.narabi.broker.lane.LogEntry;
import io.narabi.config.DestinationOptions;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.LaneView;
import io.narabi.engine.MessageCodec;
import io.narabi.engine.SubscriptionName;
import io.narabi.engine.SubscriptionStatus;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoreUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** An administrator's access to the embedded engine. Holds the broker open. Thread-safe. */
final class BrokerAdmin implements EngineAdmin {

    private final Broker broker;
    private final Runnable release;

    BrokerAdmin(Broker broker, Runnable release) {
        this.broker = broker;
        this.release = release;
    }

    @Override
    public void configure(DestinationOptions options) {
        broker.requireOpen();
        join(broker.destinations().configure(options));
    }

    @Override
    public void configure(SubscriptionOptions options) {
        broker.requireOpen();
        if (options.kind() != SubscriptionOptions.Kind.QUEUE) {
            throw new EngineException(
                    Reason.UNSUPPORTED,
                    "Topics come with a later version of Narabi: cannot configure a subscription on topic "
                            + options.destination());
        }
        configure(DestinationOptions.queue(options.destination()).subscription(mine -> mine.merge(options)));
    }

    @Override
    public Optional<DestinationOptions> destination(DestinationName name) {
        broker.requireOpen();
        return broker.destinations().find(name).map(Destination::options);
    }

    @Override
    public List<DestinationName> destinations() {
        broker.requireOpen();
        return broker.destinations().names();
    }

    @Override
    public SubscriptionStatus status(SubscriptionName name) {
        Subscription subscription = subscription(name);
        DispatchStatus status = subscription.decide(dispatcher -> dispatcher.status());
        long owed = broker.store().owedCount(subscription.id());
        long stored = broker.store().nextSequence(subscription.destination()) - 1;
        return new SubscriptionStatus(
                owed,
                status.inFlight(),
                status.waiting(),
                status.halted(),
                status.lanes(),
                status.consumers(),
                stored - owed,
                subscription.deadLettered());
    }

    @Override
    public List<LaneView> lanes(SubscriptionName name, int limit) {
        Subscription subscription = subscription(name);
        return subscription.decide(dispatcher -> dispatcher.lanes(limit)).stream()
                .map(lane -> view(subscription, lane))
                .toList();
    }

    private LaneView view(Subscription subscription, LaneSnapshot lane) {
        return new LaneView(
                lane.id(),
                lane.group(),
                lane.state(),
                lane.owner(),
                lane.head().sequence(),
                messageId(subscription, lane.head()),
                lane.attempts(),
                lane.messages(),
                lane.note());
    }

    private String messageId(Subscription subscription, LogEntry head) {
        try {
            byte[] payload =
                    head.payload().orElseGet(() -> broker.store().payload(subscription.destination(), head.sequence()));
            return MessageCodec.decode(payload).headers().messageId();
        } catch (StoreException | IllegalArgumentException e) {
            return "";
        }
    }

    @Override
    public void decide(SubscriptionName name, String laneId, HaltedLaneDecision decision) {
        Subscription subscription = subscription(name);
        boolean done = switch (decision) {
            case RETRY -> retry(subscription, laneId);
            case DEAD_LETTER -> subscription.decide(dispatcher -> dispatcher.deadLetterHead(laneId));
            case DISCARD -> discard(subscription, laneId);
        };
        if (!done) {
            throw new EngineException(
                    Reason.ILLEGAL_STATE, "No lane " + laneId + " is halted on " + name + " now: list them again");
        }
    }

    private boolean retry(Subscription subscription, String laneId) {
        Optional<LogEntry> head = subscription.decide(dispatcher -> dispatcher.lanes(Integer.MAX_VALUE)).stream()
                .filter(lane -> lane.id().equals(laneId))
                .map(LaneSnapshot::head)
                .findFirst();
        if (head.isEmpty()) {
            return false;
        }
        long sequence = head.get().sequence();
        join(append(new StoreRecord.Attempt(subscription.id(), sequence, 0)));
        return subscription.decide(dispatcher -> {
            subscription.countAnew(sequence);
            return dispatcher.retry(laneId);
        });
    }

    private boolean discard(Subscription subscription, String laneId) {
        Optional<LogEntry> head = subscription.decide(dispatcher -> dispatcher.discardHead(laneId));
        if (head.isEmpty()) {
            return false;
        }
        LogEntry entry = head.get();
        // Returns after the lane has gone on, not only after the decision is stored.
        join(append(new Settle(subscription.id(), new long[] {entry.sequence()}, Settlement.DISCARDED))
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        subscription.moved(entry, false);
                    } else {
                        subscription.change(dispatcher -> dispatcher.moveFailed(entry));
                    }
                }));
        return true;
    }

    private CompletableFuture<Boolean> append(StoreRecord record) {
        return Appended.to(
                broker.store(),
                StoreUnit.of(record),
                placements -> true,
                failure -> Appended.failure("Storing the decision", failure));
    }

    private Subscription subscription(SubscriptionName name) {
        broker.requireOpen();
        return broker.destinations()
                .find(name.destination())
                .map(Destination::ownSubscription)
                .orElseThrow(() ->
                        new EngineException(Reason.INVALID_DESTINATION, "There is no " + name.destination() + " yet"));
    }

    private static <T extends Object> T join(CompletableFuture<T> stage) {
        try {
            return stage.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof EngineException cause) {
                throw cause;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        release.run();
    }
}
