package io.narabi.ra.outbound;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import org.jspecify.annotations.Nullable;

/**
 * An application's connection: who signs on, whether delivery is started, and at most one session at a time, as the API asks of web and
 * EJB applications. It holds nothing of the broker while it has no session. Thread-safe.
 */
public final class RaConnection implements Connection, QueueConnection, TopicConnection {

    private final RaConnectionFactory factory;
    private final SignOn signOn;
    private final Domain domain;

    /** Guarded by this, as is all below. */
    private @Nullable RaSession session;

    private boolean started;
    private boolean closed;

    RaConnection(RaConnectionFactory factory, SignOn signOn, Domain domain) {
        this.factory = factory;
        this.signOn = signOn;
        this.domain = domain;
    }

    private RaSession open(int sessionMode, Domain of) throws JMSException {
        SessionArguments arguments = SessionArguments.of(sessionMode);
        synchronized (this) {
            requireOpen();
            if (session != null) {
                throw new IllegalStateException("This connection has a session already: a web or EJB application must"
                        + " close it before it creates another, or create another connection");
            }
            RaSession opened = new RaSession(factory.allocate(signOn), arguments, of, this::forget);
            session = opened;
            if (started) {
                opened.startDelivery();
            }
            return opened;
        }
    }

    private synchronized void forget(RaSession gone) {
        if (gone.equals(session)) {
            session = null;
        }
    }

    private void requireOpen() throws IllegalStateException {
        if (closed) {
            throw new IllegalStateException("The connection is closed");
        }
    }

    private static int mode(boolean transacted, int acknowledgeMode) {
        return transacted ? Session.SESSION_TRANSACTED : acknowledgeMode;
    }

    /** In a transaction of the server, and where they ask for a transacted or client-acknowledged session, arguments are ignored. */
    @Override
    public Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return open(mode(transacted, acknowledgeMode), domain);
    }

    /** As {@link #createSession(boolean, int)}. */
    @Override
    public Session createSession(int sessionMode) throws JMSException {
        return open(sessionMode, domain);
    }

    @Override
    public Session createSession() throws JMSException {
        return open(Session.AUTO_ACKNOWLEDGE, domain);
    }

    /** As {@link #createSession(boolean, int)}. */
    @Override
    public QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return open(mode(transacted, acknowledgeMode), Domain.QUEUE);
    }

    /** As {@link #createSession(boolean, int)}. */
    @Override
    public TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        return open(mode(transacted, acknowledgeMode), Domain.TOPIC);
    }

    /** Of a session that is open, or of one that is allocated to find out. */
    @Override
    public @Nullable String getClientID() throws JMSException {
        try (Handle handle = allocated()) {
            return handle.use().getClientID();
        } catch (JMSRuntimeException failure) {
            throw Unchecked.checked(failure);
        }
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        try (Handle handle = allocated()) {
            return handle.use().getMetaData();
        } catch (JMSRuntimeException failure) {
            throw Unchecked.checked(failure);
        }
    }

    private synchronized Handle allocated() throws JMSException {
        requireOpen();
        return factory.allocate(signOn);
    }

    @Override
    public synchronized void start() throws JMSException {
        requireOpen();
        started = true;
        if (session != null) {
            session.startDelivery();
        }
    }

    @Override
    public void close() {
        RaSession last;
        synchronized (this) {
            closed = true;
            last = session;
        }
        if (last != null) {
            last.close();
        }
    }

    /** None: an application in a server cannot set one. */
    @Override
    public synchronized @Nullable ExceptionListener getExceptionListener() throws JMSException {
        requireOpen();
        return null;
    }

    @Override
    public void setClientID(@Nullable String clientID) throws JMSException {
        throw ApplicationRules.forbidden("setClientID");
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        throw ApplicationRules.forbidden("setExceptionListener");
    }

    @Override
    public void stop() throws JMSException {
        throw ApplicationRules.forbidden("stop");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        throw ApplicationRules.forbidden("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw ApplicationRules.forbidden("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int maxMessages) throws JMSException {
        throw ApplicationRules.forbidden("createConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        throw ApplicationRules.forbidden("createSharedConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        throw ApplicationRules.forbidden("createDurableConnectionConsumer");
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int maxMessages)
            throws JMSException {
        throw ApplicationRules.forbidden("createSharedDurableConnectionConsumer");
    }
}
