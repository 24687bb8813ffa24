package io.narabi.jms;

import io.narabi.engine.EngineProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.TopicConnection;
import jakarta.jms.XAConnection;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueConnectionFactory;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The connection factory of transaction managers and application servers (Jakarta Messaging 3.1 §9.3.2). What it creates by the methods
 * without XA in their name is as a {@link NarabiConnectionFactory}'s.
 */
public final class NarabiXAConnectionFactory extends NarabiFactory
        implements XAQueueConnectionFactory, XATopicConnectionFactory {

    private static final long serialVersionUID = 1L;

    /** Without a URL: one has to be set with {@link #setUrl}. */
    public NarabiXAConnectionFactory() {}

    /**
     * For the engine that the URL selects, as {@code embedded:DIRECTORY?prefetch=1}.
     *
     * @throws IllegalArgumentException if the URL is not valid; the message says what is
     */
    public NarabiXAConnectionFactory(String url) {
        super(url);
    }

    NarabiXAConnectionFactory(String url, EngineProvider engine) {
        super(url, engine);
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return new XaConnectionImpl(connect(), Domain.COMMON);
    }

    @Override
    public XAConnection createXAConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return new XaConnectionImpl(connect(userName, password), Domain.COMMON);
    }

    @Override
    public XAQueueConnection createXAQueueConnection() throws JMSException {
        return new XaConnectionImpl(connect(), Domain.QUEUE);
    }

    @Override
    public XAQueueConnection createXAQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return new XaConnectionImpl(connect(userName, password), Domain.QUEUE);
    }

    @Override
    public XATopicConnection createXATopicConnection() throws JMSException {
        return new XaConnectionImpl(connect(), Domain.TOPIC);
    }

    @Override
    public XATopicConnection createXATopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return new XaConnectionImpl(connect(userName, password), Domain.TOPIC);
    }

    @Override
    public NarabiXAContext createXAContext() {
        return JmsExceptions.unchecked(() -> XaContextImpl.open(connect()));
    }

    @Override
    public NarabiXAContext createXAContext(@Nullable String userName, @Nullable String password) {
        return JmsExceptions.unchecked(() -> XaContextImpl.open(connect(userName, password)));
    }

    @Override
    public Connection createConnection() throws JMSException {
        return plain().createConnection();
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return plain().createConnection(userName, password);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return plain().createQueueConnection();
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return plain().createQueueConnection(userName, password);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return plain().createTopicConnection();
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return plain().createTopicConnection(userName, password);
    }

    @Override
    public JMSContext createContext() {
        return plain().createContext();
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return plain().createContext(sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return plain().createContext(userName, password);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        return plain().createContext(userName, password, sessionMode);
    }
}
