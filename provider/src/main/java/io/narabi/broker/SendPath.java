package io.narabi.broker;

import io.narabi.config.Acceptance;
import io.narabi.config.DestinationOptions;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.MessageCodec;
import io.narabi.engine.MessageData;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SendReceipt;
import io.narabi.placement.MessageGroup;
import io.narabi.store.Store;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** From a send command to a message in the store: checked, grouped, placed and encoded on the sender's thread. Thread-safe. */
final class SendPath {

    private final Store store;
    private final Destinations destinations;
    private final long maxMessageSize;

    SendPath(Store store, Destinations destinations, long maxMessageSize) {
        this.store = store;
        this.destinations = destinations;
        this.maxMessageSize = maxMessageSize;
    }

    /**
     * Makes a message ready for the store.
     *
     * @throws EngineException if the destination refuses it
     */
    Staged stage(SendCommand command) {
        Destination destination = destinations.resolve(command.destination());
        MessageData message = withDerivedGroup(command.message(), destination.options());
        String group = group(message, destination);
        checkAcceptance(destination, message, group);
        return staged(destination, message, group);
    }

    /** As {@link #stage}, past the destination's acceptance: for dead letters and expired messages. */
    Staged stageUnchecked(Destination destination, MessageData message) {
        return staged(destination, message, message.group().orElse(""));
    }

    /** Stores one message outside a transaction. */
    CompletableFuture<SendReceipt> store(Staged staged, SendChains chains) {
        CompletableFuture<SendReceipt> outcome = new CompletableFuture<>();
        String group = staged.record().group();
        if (group.isEmpty()) {
            store.append(
                    StoreUnit.of(staged.record()),
                    Appended.of(
                            placements -> {
                                Staged.publish(List.of(staged), placements);
                                outcome.complete(new SendReceipt(Staged.place(placements.get(0))));
                            },
                            failure -> outcome.completeExceptionally(Appended.failure(describe(staged), failure))));
            return outcome;
        }
        SendChains.Link link = chains.enter(staged.destination().id() + ":" + group);
        store.append(
                new StoreUnit(List.of(staged.record()), Optional.of(link)),
                Appended.of(
                        placements -> {
                            link.done();
                            Staged.publish(List.of(staged), placements);
                            outcome.complete(new SendReceipt(Staged.place(placements.get(0))));
                        },
                        failure -> {
                            link.broken();
                            outcome.completeExceptionally(Appended.failure(describe(staged), failure));
                            link.done();
                        }));
        return outcome;
    }

    static String describe(Staged staged) {
        String group = staged.record().group();
        return "Sending to " + staged.destination().name() + (group.isEmpty() ? "" : " (group " + group + ")");
    }

    private Staged staged(Destination destination, MessageData message, String group) {
        byte[] payload = MessageCodec.encode(message);
        if (payload.length > maxMessageSize) {
            throw new EngineException(
                    Reason.NOT_ACCEPTED,
                    "A message of " + payload.length + " bytes to " + destination.name()
                            + " is larger than maxMessageSize " + maxMessageSize
                            + ": send a smaller one, or raise maxMessageSize in the broker's URL");
        }
        NewMessage record = new NewMessage(
                destination.id(),
                destination.place(group),
                group,
                message.headers().priority(),
                message.headers().persistent(),
                message.headers().expiration(),
                deliverAt(message),
                payload);
        return new Staged(destination, record);
    }

    private static long deliverAt(MessageData message) {
        long time = message.headers().deliveryTime();
        return time <= message.headers().timestamp() ? 0 : time;
    }

    private static MessageData withDerivedGroup(MessageData message, DestinationOptions options) {
        if (options.groupFrom().isEmpty() || message.group().isPresent()) {
            return message;
        }
        Optional<String> group = options.groupFrom().flatMap(message::property).map(Object::toString);
        if (group.isEmpty() || group.get().isEmpty()) {
            return message;
        }
        Map<String, Object> properties = new HashMap<>(message.properties());
        properties.put(MessageData.GROUP_PROPERTY, group.get());
        return message.withProperties(properties);
    }

    private static String group(MessageData message, Destination destination) {
        try {
            return message.group().flatMap(MessageGroup::of).orElse("");
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                    Reason.NOT_ACCEPTED, "The message to " + destination.name() + " is refused: " + e.getMessage(), e);
        }
    }

    private static void checkAcceptance(Destination destination, MessageData message, String group) {
        Acceptance acceptance = destination.options().acceptanceOrDefault();
        boolean grouped = !group.isEmpty();
        boolean delayed = deliverAt(message) != 0;
        Optional<String> rule = switch (acceptance) {
            case MIXED -> Optional.empty();
            case FIFO ->
                !grouped
                        ? Optional.of("a message group (JMSXGroupID) is required")
                        : delayed ? Optional.of("a delivery delay is refused") : Optional.empty();
            case NORMAL ->
                grouped
                        ? Optional.of("a message group (JMSXGroupID) is refused")
                        : delayed ? Optional.of("a delivery delay is refused") : Optional.empty();
            case DELAY ->
                grouped
                        ? Optional.of("a message group (JMSXGroupID) is refused")
                        : !delayed ? Optional.of("a delivery delay is required") : Optional.empty();
        };
        rule.ifPresent(text -> {
            throw new EngineException(
                    Reason.NOT_ACCEPTED,
                    "The message to " + destination.name() + " is refused: acceptance is " + acceptance + ", " + text
                            + (grouped ? " (group " + group + ")" : ""));
        });
    }
}
