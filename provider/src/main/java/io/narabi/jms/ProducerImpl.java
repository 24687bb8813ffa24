package io.narabi.jms;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import org.jspecify.annotations.Nullable;

/** A producer of the classic API (Jakarta Messaging 3.1 §7). */
class ProducerImpl implements MessageProducer {

    private final SessionCore session;
    private final @Nullable NarabiDestination destination;
    private volatile SendOptions options = SendOptions.DEFAULTS;
    private volatile boolean closed;

    /**
     * @param session whose producer
     * @param destination where it sends to; null where each send names it
     */
    ProducerImpl(SessionCore session, @Nullable NarabiDestination destination) {
        this.session = session;
        this.destination = destination;
    }

    final void checkOpen() throws JMSException {
        session.checkOpen();
        if (closed) {
            throw new IllegalStateException("The producer is closed");
        }
    }

    private SendOptions options() throws JMSException {
        checkOpen();
        return options;
    }

    /** Where a send without destination goes. */
    private NarabiDestination own() throws JMSException {
        checkOpen();
        if (destination == null) {
            throw new UnsupportedOperationException(
                    "This producer was created without a destination: name one at each send");
        }
        return destination;
    }

    /** Where a send with a destination goes. */
    private NarabiDestination given(@Nullable Destination given) throws JMSException {
        checkOpen();
        if (destination != null) {
            throw new UnsupportedOperationException("This producer sends to " + destination
                    + " only: create one without a destination to name it at each send");
        }
        return Destinations.own(given);
    }

    private void send(NarabiDestination to, @Nullable Message message, SendOptions with) throws JMSException {
        session.sends().send(to, message, with);
    }

    private void send(
            NarabiDestination to, @Nullable Message message, SendOptions with, @Nullable CompletionListener listener)
            throws JMSException {
        if (listener == null) {
            throw new IllegalArgumentException("An asynchronous send needs a CompletionListener; it is null");
        }
        session.sends().sendAsync(this, to, message, with, listener);
    }

    @Override
    public final void send(@Nullable Message message) throws JMSException {
        send(own(), message, options);
    }

    @Override
    public final void send(@Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(own(), message, options.forSend(deliveryMode, priority, timeToLive));
    }

    @Override
    public final void send(@Nullable Destination to, @Nullable Message message) throws JMSException {
        send(given(to), message, options);
    }

    @Override
    public final void send(
            @Nullable Destination to, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(given(to), message, options.forSend(deliveryMode, priority, timeToLive));
    }

    @Override
    public final void send(@Nullable Message message, @Nullable CompletionListener completionListener)
            throws JMSException {
        send(own(), message, options, completionListener);
    }

    @Override
    public final void send(
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            @Nullable CompletionListener completionListener)
            throws JMSException {
        send(own(), message, options.forSend(deliveryMode, priority, timeToLive), completionListener);
    }

    @Override
    public final void send(
            @Nullable Destination to, @Nullable Message message, @Nullable CompletionListener completionListener)
            throws JMSException {
        send(given(to), message, options, completionListener);
    }

    @Override
    public final void send(
            @Nullable Destination to,
            @Nullable Message message,
            int deliveryMode,
            int priority,
            long timeToLive,
            @Nullable CompletionListener completionListener)
            throws JMSException {
        send(given(to), message, options.forSend(deliveryMode, priority, timeToLive), completionListener);
    }

    @Override
    public final void setDisableMessageID(boolean value) throws JMSException {
        options = options().withMessageIdDisabled(value);
    }

    @Override
    public final boolean getDisableMessageID() throws JMSException {
        return options().messageIdDisabled();
    }

    @Override
    public final void setDisableMessageTimestamp(boolean value) throws JMSException {
        options = options().withTimestampDisabled(value);
    }

    @Override
    public final boolean getDisableMessageTimestamp() throws JMSException {
        return options().timestampDisabled();
    }

    @Override
    public final void setDeliveryMode(int deliveryMode) throws JMSException {
        options = options().withDeliveryMode(deliveryMode);
    }

    @Override
    public final int getDeliveryMode() throws JMSException {
        return options().deliveryMode();
    }

    @Override
    public final void setPriority(int defaultPriority) throws JMSException {
        options = options().withPriority(defaultPriority);
    }

    @Override
    public final int getPriority() throws JMSException {
        return options().priority();
    }

    @Override
    public final void setTimeToLive(long timeToLive) throws JMSException {
        options = options().withTimeToLive(timeToLive);
    }

    @Override
    public final long getTimeToLive() throws JMSException {
        return options().timeToLive();
    }

    @Override
    public final void setDeliveryDelay(long deliveryDelay) throws JMSException {
        options = options().withDeliveryDelay(deliveryDelay);
    }

    @Override
    public final long getDeliveryDelay() throws JMSException {
        return options().deliveryDelay();
    }

    @Override
    public final @Nullable Destination getDestination() throws JMSException {
        checkOpen();
        return destination;
    }

    /** Waits for the session's asynchronous sends, this producer's among them. */
    @Override
    public final void close() throws JMSException {
        if (closed) {
            return;
        }
        if (session.completions().isCallbackOf(this)) {
            throw new IllegalStateException("A producer must not be closed by one of its own CompletionListeners"
                    + " (Jakarta Messaging 3.1 §7.3.4)");
        }
        session.completions().awaitFinished();
        closed = true;
    }
}
