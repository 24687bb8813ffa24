package io.narabi.jms;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.MessageData;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SendReceipt;
import io.narabi.jms.CompletionQueue.Group;
import io.narabi.jms.CompletionQueue.Ticket;
import io.narabi.jms.message.MessageFactory;
import io.narabi.jms.message.NarabiMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How a session sends: sets the headers that the provider sets (Jakarta Messaging 3.1 §3.4.11), takes a snapshot, gives it to the engine. */
final class SendPath {

    private final EngineSession engine;
    private final CompletionQueue completions;
    private final MessageIds ids;
    private final Duration sendTimeout;
    private final long maxMessageSize;

    SendPath(EngineSession engine, CompletionQueue completions, MessageIds ids, NarabiUrl url) {
        this.engine = engine;
        this.completions = completions;
        this.ids = ids;
        this.sendTimeout = url.sendTimeout();
        this.maxMessageSize = url.maxMessageSize();
    }

    /** Sends and waits until the message is stored, or part of the transaction (§7.2). */
    void send(NarabiDestination destination, @Nullable Message message, SendOptions options) throws JMSException {
        SendCommand command = prepare(destination, message, options);
        Optional<Group> group = groupOf(command);
        completions.checkGroup(group);
        Stages.join(engineSend(command), sendTimeout, "The send to " + destination);
    }

    /** Begins a send whose outcome the listener is told (§7.3). */
    void sendAsync(
            Object producer,
            NarabiDestination destination,
            @Nullable Message message,
            SendOptions options,
            CompletionListener listener)
            throws JMSException {
        SendCommand command = prepare(destination, message, options);
        Optional<Group> group = groupOf(command);
        completions.checkGroup(group);
        completions.awaitRoom(sendTimeout);
        CompletableFuture<SendReceipt> stage = engineSend(command).toCompletableFuture();
        completions.add(new Ticket(producer, message(message), listener, group, size(command.message())), stage);
    }

    private static Optional<Group> groupOf(SendCommand command) {
        return command.message().group().map(name -> new Group(command.destination(), name));
    }

    private CompletionStage<SendReceipt> engineSend(SendCommand command) throws JMSException {
        try {
            return engine.send(command);
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        }
    }

    private static Message message(@Nullable Message message) throws MessageFormatException {
        if (message == null) {
            throw new MessageFormatException("There is no message to send: it is null");
        }
        return message;
    }

    private SendCommand prepare(NarabiDestination destination, @Nullable Message given, SendOptions options)
            throws JMSException {
        Message message = message(given);
        NotYet.refuseTopic(destination);
        setHeaders(message, destination, options);
        NarabiMessage own = message instanceof NarabiMessage already ? already : ownOf(message, destination, options);
        MessageData data = own.toData();
        checkSize(destination.toName(), data);
        return new SendCommand(destination.toName(), data);
    }

    /** Another provider's message, as one of ours; the headers that it got from us are as we set them, whatever it made of them. */
    private static NarabiMessage ownOf(Message foreign, NarabiDestination destination, SendOptions options)
            throws JMSException {
        NarabiMessage own = MessageFactory.convert(foreign);
        own.setJMSDestination(destination);
        own.setJMSDeliveryMode(options.deliveryMode());
        own.setJMSPriority(options.priority());
        own.setJMSMessageID(foreign.getJMSMessageID());
        own.setJMSTimestamp(foreign.getJMSTimestamp());
        own.setJMSExpiration(foreign.getJMSExpiration());
        own.setJMSDeliveryTime(foreign.getJMSDeliveryTime());
        return own;
    }

    private void setHeaders(Message message, NarabiDestination destination, SendOptions options) throws JMSException {
        long now = System.currentTimeMillis();
        message.setJMSDestination(destination);
        message.setJMSDeliveryMode(options.deliveryMode());
        message.setJMSPriority(options.priority());
        message.setJMSMessageID(options.messageIdDisabled() ? null : ids.next());
        message.setJMSTimestamp(options.timestampDisabled() ? 0 : now);
        message.setJMSExpiration(options.timeToLive() == 0 ? 0 : Math.addExact(now, options.timeToLive()));
        message.setJMSDeliveryTime(Math.addExact(now, options.deliveryDelay()));
    }

    private void checkSize(DestinationName destination, MessageData data) throws JMSException {
        long size = size(data);
        if (size > maxMessageSize) {
            throw new JMSException(
                    "A message of about " + size + " bytes is too large for " + destination + ": maxMessageSize is "
                            + maxMessageSize + " bytes; send less, or raise it in the broker's URL",
                    "MESSAGE_TOO_LARGE");
        }
    }

    /** About what the message takes: the body to the byte, properties as characters. */
    private static long size(MessageData data) {
        long size = data.body().length;
        for (Map.Entry<String, Object> property : data.properties().entrySet()) {
            size += property.getKey().length() + (property.getValue() instanceof String text ? text.length() : 8);
        }
        return size;
    }
}
