package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a session does about the messages that the application got: the acknowledge modes of Jakarta Messaging 3.1 §6.2.10, a class each.
 *
 * <p>Called by the session's thread of control; {@link #consumerClosed}, {@link #flush} and {@link #close} from others, too. The engine
 * session is called under {@link #engineLock} and never waited for under it.
 */
abstract sealed class Acknowledger
        permits AutomaticAcknowledger, ClientAcknowledger, TransactedAcknowledger, XaAcknowledger {

    private final EngineSession engine;
    private final ReentrantLock engineLock;

    Acknowledger(EngineSession engine, ReentrantLock engineLock) {
        this.engine = engine;
        this.engineLock = engineLock;
    }

    /** Waits until the session may have its next message; a failed acknowledgement of an earlier one is reported here. */
    void beforeNext() throws JMSException {}

    /** A message is about to be shown to the application. */
    void handedOver(Delivery delivery, boolean toListener) {}

    /** {@code receive} is about to return it. */
    void received(ConsumerCore consumer, Delivery delivery) {}

    /** The listener has returned, or has thrown {@code failure}. */
    void listened(Delivery delivery, @Nullable Throwable failure) {}

    /** Nobody could be shown the message, because it cannot be read. */
    abstract void unreadable(Delivery delivery, Exception failure);

    /** Whether a body that does not fit leaves the message unreceived (§8.6): in the automatic modes. */
    boolean bodyMayBeRetried() {
        return false;
    }

    /** {@code Message.acknowledge}: without effect but in CLIENT_ACKNOWLEDGE (§8.4 of the API's documentation). */
    void acknowledge() throws JMSException {}

    /** {@code Session.recover}; not called on sessions with a transaction. */
    void recover() throws JMSException {}

    /** Nothing more is to be had now, or delivery stops: what was put off is due. Does not wait. */
    void flush() {}

    /** What is kept for the consumer's sake ends. */
    void consumerClosed(ConsumerCore consumer) throws JMSException {}

    /** The session ends: what was put off is written, and waited for. */
    void close() throws JMSException {}

    /** Calls the engine session, alone; a stage that fails instead of an exception. */
    final CompletableFuture<Void> engine(Supplier<CompletionStage<Void>> call) {
        engineLock.lock();
        try {
            return call.get().toCompletableFuture();
        } catch (EngineException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            engineLock.unlock();
        }
    }

    final CompletableFuture<Void> acknowledge(List<Delivery> deliveries, boolean keepLanes) {
        return engine(() -> engine.acknowledge(deliveries, keepLanes));
    }

    final CompletableFuture<Void> fail(List<Delivery> deliveries, FailureCause cause) {
        return engine(() -> engine.fail(deliveries, cause));
    }

    final void releaseKeptLanes() throws JMSException {
        engineLock.lock();
        try {
            engine.releaseKeptLanes();
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        } finally {
            engineLock.unlock();
        }
    }
}
