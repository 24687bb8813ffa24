package io.narabi.jms;

import io.narabi.config.LaneRelease;
import io.narabi.config.NarabiUrl;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import io.narabi.jms.AutomaticAcknowledger.Lag;
import io.narabi.jms.message.DeliveredMessages;
import io.narabi.jms.message.NarabiMessage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session: what its JMS objects share. One engine session with its acknowledgements, sends, consumers and listener thread.
 *
 * <p>For one thread of control at a time, except {@link #close()} and what consumers say themselves.
 */
final class SessionCore {

    private final ConnectionCore connection;
    private final String name;
    private final AckMode mode;
    private final EngineSession engine;
    /** Orders the calls to the engine session: those of the thread of control, and of the timer that flushes acknowledgements. */
    private final ReentrantLock engineLock = new ReentrantLock();

    private final DeliveryGate gate;
    private final Acknowledger acknowledger;
    private final DeliveredMessages messages;
    private final CompletionQueue completions;
    private final SendPath sends;
    private final List<ConsumerCore> consumers = new CopyOnWriteArrayList<>();

    private final Object closeLock = new Object();
    private @Nullable ListenerThread listenerThread;
    private @Nullable CompletableFuture<Void> closing;
    private volatile boolean closed;

    SessionCore(ConnectionCore connection, String name, AckMode mode, EngineSession engine, boolean started) {
        this.connection = connection;
        this.name = name;
        this.mode = mode;
        this.engine = engine;
        this.gate = new DeliveryGate(started);
        NarabiUrl url = connection.url();
        this.acknowledger = acknowledger(mode, url);
        this.messages = DeliveredMessages.of(url, this::acknowledgeMessages);
        this.completions = new CompletionQueue("narabi-callbacks-" + name);
        this.sends = new SendPath(engine, completions, connection.messageIds(), url);
    }

    private Acknowledger acknowledger(AckMode ackMode, NarabiUrl url) {
        boolean keep = url.laneRelease() == LaneRelease.ON_NEXT_RECEIVE;
        Lag auto = Lag.auto(url.autoAckWindow(), keep);
        return switch (ackMode) {
            case AUTO -> automatic(auto);
            case DUPS_OK -> automatic(Lag.dupsOk(url.dupsOkAckWindow(), keep));
            case CLIENT -> new ClientAcknowledger(engine, engineLock);
            case TRANSACTED -> new TransactedAcknowledger(engine, engineLock);
            case XA -> new XaAcknowledger(engine, engineLock, automatic(auto));
        };
    }

    private AutomaticAcknowledger automatic(Lag lag) {
        return new AutomaticAcknowledger(engine, engineLock, connection.threads(), lag);
    }

    ConnectionCore connection() {
        return connection;
    }

    String name() {
        return name;
    }

    AckMode mode() {
        return mode;
    }

    DeliveryGate gate() {
        return gate;
    }

    Acknowledger acknowledger() {
        return acknowledger;
    }

    CompletionQueue completions() {
        return completions;
    }

    SendPath sends() {
        return sends;
    }

    List<ConsumerCore> consumers() {
        return consumers;
    }

    EngineSession engine() {
        return engine;
    }

    boolean isClosed() {
        return closed;
    }

    void checkOpen() throws IllegalStateException {
        if (closed) {
            throw new IllegalStateException("The session is closed");
        }
    }

    NarabiMessage messageOf(Delivery delivery, NarabiDestination destination) {
        return messages.message(delivery, destination);
    }

    /** What {@code Message.acknowledge} does on a message of this session. */
    private void acknowledgeMessages() throws JMSException {
        checkOpen();
        acknowledger.acknowledge();
    }

    ConsumerCore consume(NarabiDestination destination, ConsumeCommand command) throws JMSException {
        checkOpen();
        try {
            ConsumerCore consumer = new ConsumerCore(this, destination, engine, command);
            consumers.add(consumer);
            return consumer;
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        }
    }

    void forget(ConsumerCore consumer) {
        consumers.remove(consumer);
    }

    /** A message that was handed over, but never received, because its consumer was closed first. */
    void returned(Delivery delivery) throws JMSException {
        Stages.join(acknowledger.fail(List.of(delivery), FailureCause.of(FailureCause.Kind.CLOSED)));
    }

    /** Whether the session has a listener, and the caller is not that listener (Jakarta Messaging 3.1 §6.2.5). */
    boolean isDedicatedToListeners() {
        for (ConsumerCore consumer : consumers) {
            if (consumer.hasListener()) {
                return !gate.isDelivering();
            }
        }
        return false;
    }

    /** Makes sure that there is a thread for listeners. */
    void listen() {
        synchronized (closeLock) {
            if (listenerThread == null && closing == null) {
                listenerThread = new ListenerThread(this, name);
                listenerThread.start();
            }
        }
    }

    /** Tells the application what no call of its own can tell it. */
    void report(JMSException failure) {
        connection.report(failure);
    }

    /** Refuses what a CompletionListener must not call on its own session (Jakarta Messaging 3.1 §7.3.4). */
    void refuseFromCallback(String call) throws IllegalStateException {
        if (completions.isCallback()) {
            throw new IllegalStateException(
                    call + " must not be called by a CompletionListener of the same session (§7.3.4)");
        }
    }

    void commit() throws JMSException {
        refuseFromCallback("commit");
        completions.awaitFinished();
        Stages.join(call(engine::commit));
    }

    void rollback() throws JMSException {
        refuseFromCallback("rollback");
        completions.awaitFinished();
        FailureCause cause = FailureCause.of(FailureCause.Kind.ROLLED_BACK);
        Stages.join(call(() -> engine.rollback(cause)));
    }

    void renew() throws JMSException {
        engineLock.lock();
        try {
            engine.renew();
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        } finally {
            engineLock.unlock();
        }
    }

    /** Calls the engine session, alone. */
    <T extends @Nullable Object> CompletionStage<T> call(Supplier<CompletionStage<T>> call) throws JMSException {
        engineLock.lock();
        try {
            return call.get();
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        } finally {
            engineLock.unlock();
        }
    }

    /** Runs what belongs together as seen by the engine session. */
    void exclusively(Runnable action) {
        engineLock.lock();
        try {
            action.run();
        } finally {
            engineLock.unlock();
        }
    }

    /** First step of a close: receives under way return, no listener is called any more. Does not wait. */
    void beginClose() {
        gate.beginClose();
    }

    /** Refuses a close by the session's own listeners and callbacks. */
    void checkMayClose(String what) throws IllegalStateException {
        if (gate.isDelivering()) {
            throw new IllegalStateException(
                    what + " must not be closed by one of its own message listeners (Jakarta Messaging 3.1 §6.2.15)");
        }
        if (completions.isCallback()) {
            throw new IllegalStateException(
                    what + " must not be closed by one of its own CompletionListeners (Jakarta Messaging 3.1 §7.3.4)");
        }
    }

    /** Closes the session once; whoever comes later waits for it. */
    void close() throws JMSException {
        if (closed) {
            return;
        }
        checkMayClose("A session");
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> others;
        synchronized (closeLock) {
            others = closing;
            if (others == null) {
                closing = mine;
            }
        }
        if (others != null) {
            others.join();
            return;
        }
        try {
            closeNow();
        } finally {
            mine.complete(null);
        }
    }

    private void closeNow() throws JMSException {
        gate.beginClose();
        gate.awaitQuiet();
        ListenerThread listeners;
        synchronized (closeLock) {
            listeners = listenerThread;
        }
        if (listeners != null) {
            listeners.join();
        }
        completions.awaitFinished();
        closed = true;
        try {
            acknowledger.close();
        } finally {
            connection.forget(this);
            // Not under the engine lock: closing may be what ends a call that another thread is stuck in.
            Stages.join(closeEngine());
        }
    }

    private CompletionStage<Void> closeEngine() throws JMSException {
        try {
            return engine.closeAsync();
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        }
    }
}
