package io.narabi.broker;

import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.SessionMode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A connection of the embedded engine. Holds the broker open. */
final class BrokerConnection implements EngineConnection {

    private static final AtomicLong LAST_SESSION = new AtomicLong();

    private final Broker broker;
    private final Runnable release;
    private final long id;
    private final Set<BrokerSession> sessions = ConcurrentHashMap.newKeySet();
    private final List<Consumer<EngineException>> failureListeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean started;
    private volatile Optional<String> clientId = Optional.empty();

    /** @param release gives the hold on the broker back */
    BrokerConnection(Broker broker, long id, Runnable release) {
        this.broker = broker;
        this.id = id;
        this.release = release;
    }

    String describe() {
        return "connection " + id + clientId.map(name -> " of client " + name).orElse("");
    }

    boolean isStarted() {
        return started && !closed.get();
    }

    void forget(BrokerSession session) {
        sessions.remove(session);
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new EngineException(Reason.ILLEGAL_STATE, "The connection is closed");
        }
        broker.requireOpen();
    }

    @Override
    public void setClientId(String name) {
        requireOpen();
        broker.clients().take(name, this);
        clientId = Optional.of(name);
    }

    @Override
    public EngineSession openSession(SessionMode mode) {
        requireOpen();
        BrokerSession session = new BrokerSession(broker, this, LAST_SESSION.incrementAndGet(), mode);
        sessions.add(session);
        if (closed.get()) {
            session.close();
        }
        return session;
    }

    @Override
    public EngineTransactions transactions() {
        return broker.transactions();
    }

    @Override
    public void start() {
        requireOpen();
        started = true;
        sessions.forEach(BrokerSession::updateDemand);
    }

    @Override
    public void stop() {
        started = false;
        sessions.forEach(BrokerSession::updateDemand);
    }

    @Override
    public void onFailure(Consumer<EngineException> listener) {
        failureListeners.add(listener);
    }

    /** The broker is going away under the connection. */
    void fail(EngineException reason) {
        if (!closed.get()) {
            failureListeners.forEach(listener -> listener.accept(reason));
            close();
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List.copyOf(sessions).forEach(BrokerSession::close);
        clientId.ifPresent(name -> broker.clients().free(name, this));
        broker.forget(this);
        release.run();
    }
}
