package io.narabi.jms;

import io.narabi.engine.Claim;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.jms.message.NarabiMessage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One consumer of a session: gets messages from the engine for {@code receive} and for its listener. */
final class ConsumerCore extends DeliveryGate.Deliverer {

    private final SessionCore session;
    private final NarabiDestination destination;
    private final EngineConsumer engine;

    private volatile @Nullable MessageListener listener;

    /** Whether a claim may succeed: a signal sets it, a claim that finds nothing clears it beforehand. */
    private volatile boolean ready = true;

    private volatile boolean closed;

    /** Handed over, but still to be received: its body did not fit (§8.6). Within the gate only. */
    private @Nullable Delivery unreceived;

    /** How long a receive waits. */
    sealed interface Patience {
        /** Until there is a message. */
        record ForEver() implements Patience {}

        /** Until {@link System#nanoTime()} is that. */
        record Until(long deadline) implements Patience {}

        /** Not at all. */
        record None() implements Patience {}

        /** As {@code receive(timeout)} has it: zero is for ever. */
        static Patience ofTimeout(long millis) throws JMSException {
            if (millis < 0) {
                throw new JMSException("A receive timeout must not be negative: " + millis + " ms");
            }
            // Above a hundred years nanoTime would overflow.
            long capped = Math.min(millis, 3_000_000_000_000L);
            return millis == 0 ? new ForEver() : new Until(System.nanoTime() + capped * 1_000_000);
        }
    }

    /**
     * Looks at a message before it counts as received.
     *
     * @param <T> what the receive returns
     */
    interface Reader<T extends Object> {
        T read(NarabiMessage message) throws JMSException;
    }

    ConsumerCore(
            SessionCore session, NarabiDestination destination, EngineSession engineSession, ConsumeCommand command) {
        this.session = session;
        this.destination = destination;
        this.engine = engineSession.consume(command, this::signalled);
    }

    /** From any thread of the engine. */
    private void signalled() {
        ready = true;
        session.gate().signal();
    }

    NarabiDestination destination() {
        return destination;
    }

    @Nullable
    MessageListener listener() throws JMSException {
        checkOpen();
        return listener;
    }

    boolean hasListener() {
        return listener != null && !closed;
    }

    boolean isReady() {
        return ready;
    }

    void setListener(@Nullable MessageListener newListener) throws JMSException {
        checkOpen();
        listener = newListener;
        ready = true;
        demand(newListener == null ? EngineConsumer.Demand.NONE : EngineConsumer.Demand.LISTENER);
        if (newListener != null) {
            session.listen();
        }
        session.gate().signal();
    }

    void checkOpen() throws JMSException {
        session.checkOpen();
        if (closed) {
            throw new IllegalStateException("The consumer of " + destination + " is closed");
        }
    }

    /**
     * Receives.
     *
     * @return what the reader made of the message; null if there was none in time, or the consumer was closed meanwhile, or the thread was
     *     interrupted while it waited (its flag stays set)
     */
    <T extends Object> @Nullable T receive(Patience patience, Reader<T> reader) throws JMSException {
        checkOpen();
        if (listener != null || session.isDedicatedToListeners()) {
            throw new IllegalStateException("A session with a message listener cannot be used to receive from "
                    + destination + ": use another session (Jakarta Messaging 3.1 §6.2.5)");
        }
        DeliveryGate gate = session.gate();
        gate.beginReceive(this);
        try {
            session.acknowledger().beforeNext();
            return receiveNext(gate, patience, reader);
        } finally {
            gate.endReceive();
        }
    }

    private <T extends Object> @Nullable T receiveNext(DeliveryGate gate, Patience patience, Reader<T> reader)
            throws JMSException {
        boolean demanding = false;
        try {
            for (boolean last = false; ; ) {
                long seen = gate.version();
                if (gate.isClosing(this)) {
                    return null;
                }
                T result = deliver(gate, reader);
                if (result != null || last) {
                    return result;
                }
                session.acknowledger().flush();
                if (patience instanceof Patience.None) {
                    return null;
                }
                if (!demanding) {
                    demanding = true;
                    demand(EngineConsumer.Demand.RECEIVE);
                } else if (patience instanceof Patience.Until until) {
                    // One more look when time is up: what has come by then is received.
                    last = !gate.await(seen, until.deadline());
                } else {
                    gate.await(seen);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            if (demanding) {
                demand(EngineConsumer.Demand.NONE);
            }
        }
    }

    private <T extends Object> @Nullable T deliver(DeliveryGate gate, Reader<T> reader) throws JMSException {
        if (!gate.enter(this)) {
            return null;
        }
        try {
            Delivery delivery = take();
            return delivery == null ? null : received(delivery, reader);
        } finally {
            gate.leave();
        }
    }

    private <T extends Object> T received(Delivery delivery, Reader<T> reader) throws JMSException {
        Acknowledger acknowledger = session.acknowledger();
        NarabiMessage message = readable(delivery);
        T result;
        if (acknowledger.bodyMayBeRetried()) {
            try {
                result = reader.read(message);
            } catch (JMSException e) {
                unreceived = delivery;
                throw e;
            }
            acknowledger.handedOver(delivery, false);
        } else {
            acknowledger.handedOver(delivery, false);
            result = reader.read(message);
        }
        acknowledger.received(this, delivery);
        return result;
    }

    private NarabiMessage readable(Delivery delivery) throws JMSException {
        try {
            return session.messageOf(delivery, destination);
        } catch (RuntimeException e) {
            session.acknowledger().unreadable(delivery, e);
            throw JmsExceptions.withCause(
                    new JMSException("Message " + delivery.message().headers().messageId() + " of " + destination
                            + " cannot be read: " + e.getMessage()),
                    e);
        }
    }

    /**
     * Hands the next message to the listener, if there is one. On the session's thread, within the gate.
     *
     * @return false if there was none
     */
    boolean deliverToListener() throws JMSException {
        MessageListener current = listener;
        Delivery delivery = current == null ? null : take();
        if (current == null || delivery == null) {
            return false;
        }
        NarabiMessage message;
        try {
            message = readable(delivery);
        } catch (JMSException e) {
            return true;
        }
        session.acknowledger().handedOver(delivery, true);
        Throwable failure = null;
        try {
            current.onMessage(message);
        } catch (Throwable e) {
            failure = e;
        }
        session.acknowledger().listened(delivery, failure);
        return true;
    }

    /** The next message, handed over. Within the gate. */
    private @Nullable Delivery take() throws JMSException {
        Delivery first = unreceived;
        if (first != null) {
            unreceived = null;
            return first;
        }
        try {
            if (engine.isClosed() && !session.gate().isClosing(this)) {
                ready = false;
                throw new IllegalStateException("The broker has ended the consumer of " + destination
                        + ": the destination was deleted or the broker was closed; create a new one");
            }
            while (true) {
                ready = false;
                Optional<Claim> claim = engine.claim();
                if (claim.isEmpty()) {
                    return null;
                }
                ready = true;
                Optional<Delivery> delivery = handOver(claim.get());
                if (delivery.isPresent()) {
                    return delivery.get();
                }
            }
        } catch (EngineException e) {
            ready = true;
            throw JmsExceptions.of(e);
        }
    }

    private Optional<Delivery> handOver(Claim claim) throws JMSException {
        try {
            return Stages.join(engine.handOver(claim));
        } catch (JMSException | RuntimeException e) {
            try {
                engine.putBack(claim);
            } catch (EngineException lost) {
                e.addSuppressed(lost);
            }
            throw e;
        }
    }

    private void demand(EngineConsumer.Demand demand) throws JMSException {
        try {
            engine.demand(demand);
        } catch (EngineException e) {
            if (!session.gate().isClosing(this)) {
                throw JmsExceptions.of(e);
            }
        }
    }

    /** Closes the consumer, waiting for what is under way with it; from its own listener, too (Jakarta Messaging 3.1 §8.8). */
    void close() throws JMSException {
        if (closed || session.isClosed()) {
            return;
        }
        session.gate().close(this);
        closed = true;
        session.forget(this);
        try {
            Delivery notReceived = unreceived;
            if (notReceived != null) {
                unreceived = null;
                session.returned(notReceived);
            }
            session.acknowledger().consumerClosed(this);
        } finally {
            closeEngine();
        }
    }

    private void closeEngine() throws JMSException {
        try {
            engine.close();
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        }
    }
}
