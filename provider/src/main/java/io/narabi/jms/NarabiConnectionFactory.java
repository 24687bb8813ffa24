package io.narabi.jms;

import io.narabi.engine.EngineProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The connection factory of applications (Jakarta Messaging 3.1 §4.1), of the simplified, the classic and the domains' APIs:
 *
 * <pre>{@code
 * var factory = new NarabiConnectionFactory("embedded:target/data");
 * try (JMSContext context = factory.createContext()) {
 *     context.createProducer().setProperty("JMSXGroupID", "a").send(context.createQueue("orders"), "hello");
 * }
 * }</pre>
 *
 * <p>It is no XA factory: containers tell the two apart by their class; see {@link NarabiXAConnectionFactory}.
 */
public final class NarabiConnectionFactory extends NarabiFactory
        implements QueueConnectionFactory, TopicConnectionFactory {

    private static final long serialVersionUID = 1L;

    /** Without a URL: one has to be set with {@link #setUrl}. */
    public NarabiConnectionFactory() {}

    /**
     * For the engine that the URL selects, as {@code embedded:DIRECTORY?prefetch=1}.
     *
     * @throws IllegalArgumentException if the URL is not valid; the message says what is
     */
    public NarabiConnectionFactory(String url) {
        super(url);
    }

    NarabiConnectionFactory(String url, EngineProvider engine) {
        super(url, engine);
    }

    @Override
    public Connection createConnection() throws JMSException {
        return new ConnectionImpl(connect(), Domain.COMMON);
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return new ConnectionImpl(connect(userName, password), Domain.COMMON);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return new ConnectionImpl(connect(), Domain.QUEUE);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return new ConnectionImpl(connect(userName, password), Domain.QUEUE);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return new ConnectionImpl(connect(), Domain.TOPIC);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return new ConnectionImpl(connect(userName, password), Domain.TOPIC);
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return JmsExceptions.unchecked(() -> {
            AckMode mode = AckMode.of(sessionMode);
            return ContextImpl.open(connect(), mode);
        });
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return createContext(userName, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        return JmsExceptions.unchecked(() -> {
            AckMode mode = AckMode.of(sessionMode);
            return ContextImpl.open(connect(userName, password), mode);
        });
    }
}
