package io.narabi.ra.outbound;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.resource.Referenceable;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.io.Serializable;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The connection factory that an application in a server gets: of the simplified, the classic and the domains' APIs, and no XA factory,
 * as enlisting is the server's business. Cheap to make, as some servers make one for every use. Thread-safe.
 */
public final class RaConnectionFactory
        implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory, Referenceable, Serializable {

    private static final long serialVersionUID = 1L;

    private final ManagedConnectionFactory factory;
    private final ConnectionManager manager;
    private @Nullable Reference reference;

    public RaConnectionFactory(ManagedConnectionFactory factory, ConnectionManager manager) {
        this.factory = factory;
        this.manager = manager;
    }

    /** Who made it and knows which broker it leads to. */
    public ManagedConnectionFactory managedConnectionFactory() {
        return factory;
    }

    Handle allocate(SignOn signOn) throws JMSException {
        return Allocation.handle(manager, factory, signOn);
    }

    private RaConnection connection(Domain domain, SignOn signOn) {
        return new RaConnection(this, signOn, domain);
    }

    @Override
    public Connection createConnection() {
        return connection(Domain.COMMON, SignOn.AS_CONFIGURED);
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) {
        return connection(Domain.COMMON, SignOn.of(userName, password));
    }

    @Override
    public QueueConnection createQueueConnection() {
        return connection(Domain.QUEUE, SignOn.AS_CONFIGURED);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password) {
        return connection(Domain.QUEUE, SignOn.of(userName, password));
    }

    @Override
    public TopicConnection createTopicConnection() {
        return connection(Domain.TOPIC, SignOn.AS_CONFIGURED);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password) {
        return connection(Domain.TOPIC, SignOn.of(userName, password));
    }

    private JMSContext context(SignOn signOn, int sessionMode) {
        try {
            SessionArguments arguments = SessionArguments.of(sessionMode);
            return new RaContext(allocate(signOn), arguments);
        } catch (JMSException failure) {
            throw Unchecked.of(failure);
        }
    }

    @Override
    public JMSContext createContext() {
        return context(SignOn.AS_CONFIGURED, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return context(SignOn.of(userName, password), JMSContext.AUTO_ACKNOWLEDGE);
    }

    /** In a transaction of the server, and where it names a transacted or client-acknowledged mode, the argument is ignored. */
    @Override
    public JMSContext createContext(int sessionMode) {
        return context(SignOn.AS_CONFIGURED, sessionMode);
    }

    /** As {@link #createContext(int)}. */
    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        return context(SignOn.of(userName, password), sessionMode);
    }

    @Override
    public void setReference(Reference reference) {
        this.reference = reference;
    }

    /** As the server set it. */
    @Override
    public Reference getReference() throws NamingException {
        Reference current = reference;
        if (current == null) {
            throw new NamingException("The server gave this connection factory no reference");
        }
        return current;
    }

    @Override
    public String toString() {
        return "RaConnectionFactory[" + factory + "]";
    }
}
