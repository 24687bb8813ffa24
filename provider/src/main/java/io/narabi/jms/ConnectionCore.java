package io.narabi.jms;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineTransactions;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection: what its JMS objects, and all contexts that share it, have in common. Thread-safe. */
final class ConnectionCore {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionCore.class);
    private static final AtomicLong CONNECTIONS = new AtomicLong();

    private final NarabiUrl url;
    private final EngineConnection engine;
    private final String name = Long.toString(CONNECTIONS.incrementAndGet());
    private final ConnectionThreads threads = new ConnectionThreads(name);
    private final MessageIds messageIds = new MessageIds();
    private final AtomicLong sessionNumbers = new AtomicLong();

    /** Guards what follows; the engine's short commands are called under it, nothing is waited for. */
    private final Object lock = new Object();

    private final Set<SessionCore> sessions = new LinkedHashSet<>();
    private boolean started;
    private boolean used;
    private boolean closed;
    private boolean failed;
    private @Nullable CompletableFuture<Void> closing;
    private @Nullable String clientId;
    private volatile @Nullable ExceptionListener exceptionListener;

    /**
     * Takes an open engine connection over, and gives it the client identifier of the URL.
     *
     * @throws JMSException if the client identifier is taken; the engine connection is closed then
     */
    ConnectionCore(NarabiUrl url, EngineConnection engine) throws JMSException {
        this.url = url;
        this.engine = engine;
        Optional<String> configured = url.clientId();
        if (configured.isPresent()) {
            try {
                engine.setClientId(configured.get());
            } catch (EngineException e) {
                closeQuietly(engine, e);
                throw JmsExceptions.of(e);
            }
            clientId = configured.get();
        }
        engine.onFailure(this::failed);
    }

    private static void closeQuietly(EngineConnection engine, EngineException because) {
        try {
            engine.close();
        } catch (EngineException e) {
            because.addSuppressed(e);
        }
    }

    NarabiUrl url() {
        return url;
    }

    ConnectionThreads threads() {
        return threads;
    }

    MessageIds messageIds() {
        return messageIds;
    }

    EngineTransactions transactions() {
        return engine.transactions();
    }

    void checkOpen() throws IllegalStateException {
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException("The connection is closed");
            }
        }
    }

    /** From now on the client identifier is fixed (Jakarta Messaging 3.1 §6.1.2). */
    void use() throws IllegalStateException {
        synchronized (lock) {
            checkOpen();
            used = true;
        }
    }

    @Nullable
    String clientId() throws IllegalStateException {
        synchronized (lock) {
            checkOpen();
            return clientId;
        }
    }

    void setClientId(@Nullable String newId) throws JMSException {
        synchronized (lock) {
            checkOpen();
            if (clientId != null) {
                throw new IllegalStateException("The client identifier of this connection is " + clientId
                        + " and cannot be changed (Jakarta Messaging 3.1 §6.1.2)");
            }
            if (used) {
                throw new IllegalStateException("The client identifier can only be set before the connection is used;"
                        + " set it in the connection factory (Jakarta Messaging 3.1 §6.1.2)");
            }
            if (newId == null || newId.isBlank()) {
                throw new InvalidClientIDException(
                        "A client identifier must not be " + (newId == null ? "null" : "blank"));
            }
            try {
                engine.setClientId(newId);
            } catch (EngineException e) {
                throw JmsExceptions.of(e);
            }
            clientId = newId;
            used = true;
        }
    }

    @Nullable
    ExceptionListener exceptionListener() throws IllegalStateException {
        checkOpen();
        return exceptionListener;
    }

    void setExceptionListener(@Nullable ExceptionListener listener) throws IllegalStateException {
        use();
        exceptionListener = listener;
    }

    /** From any thread of the engine, once. */
    private void failed(EngineException failure) {
        List<SessionCore> open;
        synchronized (lock) {
            if (closed) {
                return;
            }
            open = List.copyOf(sessions);
        }
        LOG.warn("Connection {} to {} has failed: {}", name, url, failure.getMessage());
        report(JmsExceptions.of(failure));
        synchronized (lock) {
            failed = true;
        }
        open.forEach(session -> session.gate().signal());
    }

    /** Whether the engine has gone away under the connection. */
    boolean isFailed() {
        synchronized (lock) {
            return failed;
        }
    }

    /** Tells the exception listener, unless it knows already that the connection has failed. */
    void report(JMSException failure) {
        synchronized (lock) {
            if (failed || closed) {
                return;
            }
        }
        ExceptionListener listener = exceptionListener;
        if (listener != null) {
            threads.event(() -> tell(listener, failure));
        }
    }

    private static void tell(ExceptionListener listener, JMSException failure) {
        try {
            listener.onException(failure);
        } catch (RuntimeException e) {
            LOG.warn("An ExceptionListener failed", e);
        }
    }

    /**
     * Opens a session.
     *
     * @param use whether that is a use of the connection: it is none when a context opens its own
     */
    SessionCore openSession(AckMode mode, boolean use) throws JMSException {
        synchronized (lock) {
            checkOpen();
            used |= use;
            try {
                String sessionName = name + "-" + sessionNumbers.incrementAndGet();
                SessionCore session =
                        new SessionCore(this, sessionName, mode, engine.openSession(mode.engineMode()), started);
                sessions.add(session);
                return session;
            } catch (EngineException e) {
                throw JmsExceptions.of(e);
            }
        }
    }

    void forget(SessionCore session) {
        synchronized (lock) {
            sessions.remove(session);
        }
    }

    void start() throws JMSException {
        synchronized (lock) {
            use();
            if (started) {
                return;
            }
            started = true;
            try {
                engine.start();
            } catch (EngineException e) {
                throw JmsExceptions.of(e);
            }
            sessions.forEach(session -> session.gate().start());
        }
    }

    /** Stops delivery and waits for listeners that run (§6.1.5). */
    void stop() throws JMSException {
        List<SessionCore> open;
        synchronized (lock) {
            use();
            open = List.copyOf(sessions);
            for (SessionCore session : open) {
                if (session.gate().isDelivering()) {
                    throw new IllegalStateException("A connection must not be stopped by one of its own message"
                            + " listeners (Jakarta Messaging 3.1 §6.1.5)");
                }
            }
            started = false;
            open.forEach(session -> session.gate().beginStop());
        }
        for (SessionCore session : open) {
            session.gate().awaitStopped();
            session.acknowledger().flush();
        }
        synchronized (lock) {
            if (started || closed) {
                return;
            }
            try {
                engine.stop();
            } catch (EngineException e) {
                throw JmsExceptions.of(e);
            }
        }
    }

    /** Closes the connection once; whoever comes later waits for it. */
    void close() throws JMSException {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> others;
        synchronized (lock) {
            if (closed) {
                return;
            }
            for (SessionCore session : sessions) {
                session.checkMayClose("A connection");
            }
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
        List<JMSException> failures = new ArrayList<>();
        for (List<SessionCore> open = markClosedIfQuiet(); !open.isEmpty(); open = markClosedIfQuiet()) {
            open.forEach(SessionCore::beginClose);
            for (SessionCore session : open) {
                try {
                    session.close();
                } catch (JMSException e) {
                    failures.add(e);
                }
            }
        }
        threads.close();
        try {
            engine.close();
        } catch (EngineException e) {
            failures.add(JmsExceptions.of(e));
        }
        if (!failures.isEmpty()) {
            JMSException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    /** The open sessions; the connection counts as closed when there are none: until then listeners may still use it. */
    private List<SessionCore> markClosedIfQuiet() {
        synchronized (lock) {
            closed = sessions.isEmpty();
            return List.copyOf(sessions);
        }
    }
}
