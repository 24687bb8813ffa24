package io.narabi.broker;

import io.narabi.broker.lane.LogEntry;
import io.narabi.config.DestinationOptions;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.EngineException;
import io.narabi.engine.FailureCause;
import io.narabi.engine.MessageCodec;
import io.narabi.engine.MessageData;
import io.narabi.runtime.Environment;
import io.narabi.runtime.Worker;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoreUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves messages out of a subscription: exhausted ones to its dead-letter queue, expired ones to the expiry queue or away. The copy and
 * the settlement of the original are one unit of the store (DESIGN §2.11). Works on a thread of its own, as it reads payloads.
 */
final class DeadLetters implements Subscription.Exits, AutoCloseable {

    /** Kind of the store's lane mark: the lane dead-letters all up to a sequence. Part of the stored format. */
    static final int DEAD_LETTERING = 1;

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final Store store;
    private final Environment environment;
    private final Worker worker;
    /** Set once, before any message can be exhausted. */
    private volatile Optional<Access> access = Optional.empty();

    private record Access(Destinations destinations, SendPath sendPath) {}

    DeadLetters(Store store, Environment environment) {
        this.store = store;
        this.environment = environment;
        this.worker = environment.worker("moves");
    }

    void connect(Destinations destinations, SendPath sendPath) {
        access = Optional.of(new Access(destinations, sendPath));
    }

    @Override
    public void deadLetter(Subscription subscription, LogEntry entry, int attempts, FailureCause cause) {
        submit(subscription, entry, () -> {
            Access to = access.orElseThrow();
            Destination origin =
                    to.destinations().find(subscription.destination()).orElseThrow();
            String queue = Subscriptions.optionsOf(origin).deadLetterQueueOrDefault();
            MessageData copy = copy(subscription, entry, origin, attempts, cause);
            Destination target = to.destinations().resolve(unlimited(queue));
            Staged staged = to.sendPath().stageUnchecked(target, copy);
            move(subscription, entry, Settlement.DEAD_LETTERED, Optional.of(staged));
        });
    }

    @Override
    public void expired(Subscription subscription, LogEntry entry) {
        submit(subscription, entry, () -> {
            Access to = access.orElseThrow();
            Destination origin =
                    to.destinations().find(subscription.destination()).orElseThrow();
            Optional<Staged> staged = origin.options().expiryQueue().map(queue -> {
                MessageData copy = copy(subscription, entry, origin, entry.attempts(), "EXPIRED", Optional.empty());
                return to.sendPath().stageUnchecked(to.destinations().resolve(unlimited(queue)), copy);
            });
            move(subscription, entry, Settlement.EXPIRED, staged);
        });
    }

    @Override
    public void laneDeadLettering(Subscription subscription, String group, long untilSequence) {
        StoreRecord mark = new StoreRecord.LaneMark(subscription.id(), group, DEAD_LETTERING, untilSequence);
        store.append(
                StoreUnit.of(mark),
                Appended.of(
                        placements -> {},
                        failure -> LOG.warn(
                                "{}: that group {} is dead-lettered up to sequence {} could not be stored; after a crash now, what is left of it is"
                                        + " tried again",
                                subscription.name(),
                                group,
                                untilSequence,
                                failure)));
    }

    private void submit(Subscription subscription, LogEntry entry, Runnable move) {
        worker.submit(() -> {
            try {
                move.run();
            } catch (EngineException | StoreException | IllegalArgumentException e) {
                failed(subscription, entry, e);
            }
        });
    }

    private void move(Subscription subscription, LogEntry entry, Settlement how, Optional<Staged> copy) {
        Settle settle = new Settle(subscription.id(), new long[] {entry.sequence()}, how);
        List<StoreRecord> records = copy.<List<StoreRecord>>map(staged -> List.of(settle, staged.record()))
                .orElseGet(() -> List.of(settle));
        store.append(
                new StoreUnit(records),
                Appended.of(
                        placements -> {
                            copy.ifPresent(staged -> Staged.publish(List.of(staged), placements));
                            subscription.moved(entry, how == Settlement.DEAD_LETTERED);
                        },
                        failure -> failed(subscription, entry, failure)));
    }

    private static void failed(Subscription subscription, LogEntry entry, RuntimeException reason) {
        LOG.warn(
                "{}: sequence {} could not be moved away ({}). It stays, its lane waits, and the move is tried again",
                subscription.name(),
                entry.sequence(),
                reason.getMessage());
        subscription.change(dispatcher -> dispatcher.moveFailed(entry));
    }

    private MessageData copy(
            Subscription subscription, LogEntry entry, Destination origin, int attempts, FailureCause cause) {
        MessageData copy = copy(subscription, entry, origin, attempts, "EXHAUSTED", cause.exception());
        LOG.warn(
                "{}: sequence {}{} is exhausted after {} attempts ({}{}) and goes to queue {}",
                subscription.name(),
                entry.sequence(),
                entry.group().isEmpty() ? "" : " of group " + entry.group(),
                attempts,
                cause.kind(),
                cause.exception().map(text -> ": " + text).orElse(""),
                Subscriptions.optionsOf(origin).deadLetterQueueOrDefault());
        return copy;
    }

    private MessageData copy(
            Subscription subscription,
            LogEntry entry,
            Destination origin,
            int attempts,
            String reason,
            Optional<String> exception) {
        byte[] payload = entry.payload().orElseGet(() -> store.payload(subscription.destination(), entry.sequence()));
        MessageData original = MessageCodec.decode(payload);
        Map<String, Object> properties = new HashMap<>(original.properties());
        properties.put("JMS_NARABI_DEAD_REASON", reason);
        properties.put("JMS_NARABI_DEAD_DESTINATION", origin.name().name());
        properties.put("JMS_NARABI_DEAD_SUBSCRIPTION", subscription.name().toString());
        properties.put("JMS_NARABI_DEAD_DELIVERIES", attempts);
        properties.put("JMS_NARABI_DEAD_TIME", environment.clock().wallMillis());
        exception.ifPresent(text -> properties.put("JMS_NARABI_DEAD_EXCEPTION", text));
        if (original.headers().expiration() != 0) {
            properties.put("JMS_NARABI_DEAD_EXPIRATION", original.headers().expiration());
        }
        return original.withProperties(properties)
                .withHeaders(original.headers().withExpiration(0).withPersistent(true));
    }

    private static DestinationOptions unlimited(String queue) {
        return DestinationOptions.queue(queue)
                .subscription(options -> options.maxDeliveries(SubscriptionOptions.UNLIMITED_DELIVERIES));
    }

    @Override
    public void close() {
        worker.close();
    }
}
