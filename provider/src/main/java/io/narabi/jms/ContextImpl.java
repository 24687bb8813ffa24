package io.narabi.jms;

import static io.narabi.jms.JmsExceptions.unchecked;
import static io.narabi.jms.JmsExceptions.uncheckedOrNull;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A context of the simplified API (Jakarta Messaging 3.1 §2.8): a session, and its share of a connection. */
class ContextImpl implements JMSContext {

    private final SharedConnection connection;
    private final SessionImpl session;
    private volatile boolean autoStart = true;
    private volatile boolean closed;

    ContextImpl(SharedConnection connection, SessionImpl session) {
        this.connection = connection;
        this.session = session;
    }

    /** The first context of a connection; the connection ends with its last one, and is closed if there can be none. */
    static ContextImpl open(ConnectionCore connection, AckMode mode) throws JMSException {
        SharedConnection shared = new SharedConnection(connection);
        return new ContextImpl(shared, new SessionImpl(shared.openSession(mode), Domain.COMMON));
    }

    final SessionImpl session() {
        return session;
    }

    /** The context's connection, when the context is about to do something with it. */
    private ConnectionCore used() throws JMSException {
        checkOpen();
        connection.core().use();
        return connection.core();
    }

    /** The session, when the context is about to do something with it: the client identifier is fixed from then on. */
    private SessionImpl working() throws JMSException {
        used();
        return session;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateRuntimeException("The context is closed");
        }
    }

    @Override
    public final JMSContext createContext(int sessionMode) {
        return unchecked(() -> {
            used();
            AckMode mode = AckMode.of(sessionMode);
            return new ContextImpl(connection, new SessionImpl(connection.openSession(mode), Domain.COMMON));
        });
    }

    @Override
    public final JMSProducer createProducer() {
        return unchecked(() -> new ContextProducer(working().core()));
    }

    @Override
    public final @Nullable String getClientID() {
        checkOpen();
        return uncheckedOrNull(() -> connection.core().clientId());
    }

    @Override
    public final void setClientID(@Nullable String clientID) {
        checkOpen();
        unchecked(() -> connection.core().setClientId(clientID));
    }

    @Override
    public final ConnectionMetaData getMetaData() {
        checkOpen();
        return NarabiMetaData.INSTANCE;
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() {
        checkOpen();
        return uncheckedOrNull(() -> connection.core().exceptionListener());
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) {
        unchecked(() -> used().setExceptionListener(listener));
    }

    @Override
    public final void start() {
        unchecked(() -> used().start());
    }

    @Override
    public final void stop() {
        unchecked(() -> used().stop());
    }

    @Override
    public final void setAutoStart(boolean autoStart) {
        checkOpen();
        this.autoStart = autoStart;
    }

    @Override
    public final boolean getAutoStart() {
        checkOpen();
        return autoStart;
    }

    @Override
    public final void close() {
        if (closed) {
            return;
        }
        unchecked(() -> {
            session.core().checkMayClose("A context");
            closed = true;
            connection.close(session.core());
        });
    }

    @Override
    public final BytesMessage createBytesMessage() {
        return unchecked(() -> working().createBytesMessage());
    }

    @Override
    public final MapMessage createMapMessage() {
        return unchecked(() -> working().createMapMessage());
    }

    @Override
    public final Message createMessage() {
        return unchecked(() -> working().createMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage() {
        return unchecked(() -> working().createObjectMessage());
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return unchecked(() -> working().createObjectMessage(object));
    }

    @Override
    public final StreamMessage createStreamMessage() {
        return unchecked(() -> working().createStreamMessage());
    }

    @Override
    public final TextMessage createTextMessage() {
        return unchecked(() -> working().createTextMessage());
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) {
        return unchecked(() -> working().createTextMessage(text));
    }

    @Override
    public final boolean getTransacted() {
        checkOpen();
        return unchecked(session::getTransacted);
    }

    @Override
    public final int getSessionMode() {
        checkOpen();
        return unchecked(session::getAcknowledgeMode);
    }

    @Override
    public final void commit() {
        unchecked(() -> working().commit());
    }

    @Override
    public final void rollback() {
        unchecked(() -> working().rollback());
    }

    @Override
    public final void recover() {
        unchecked(() -> working().recover());
    }

    @Override
    public final void acknowledge() {
        unchecked(() -> working().core().acknowledger().acknowledge());
    }

    @Override
    public final JMSConsumer createConsumer(@Nullable Destination destination) {
        return createConsumer(destination, null, false);
    }

    @Override
    public final JMSConsumer createConsumer(@Nullable Destination destination, @Nullable String messageSelector) {
        return createConsumer(destination, messageSelector, false);
    }

    @Override
    public final JMSConsumer createConsumer(
            @Nullable Destination destination, @Nullable String messageSelector, boolean noLocal) {
        return unchecked(() -> {
            ConsumerCore consumer = working().consume(destination, messageSelector);
            if (autoStart) {
                connection.core().start();
            }
            return new ContextConsumer(consumer);
        });
    }

    @Override
    public final Queue createQueue(@Nullable String queueName) {
        return unchecked(() -> working().createQueue(queueName));
    }

    @Override
    public final Topic createTopic(@Nullable String topicName) {
        return unchecked(() -> working().createTopic(topicName));
    }

    @Override
    public final JMSConsumer createDurableConsumer(Topic topic, String name) {
        throw noSubscription(topic);
    }

    @Override
    public final JMSConsumer createDurableConsumer(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) {
        throw noSubscription(topic);
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        throw noSubscription(topic);
    }

    @Override
    public final JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String messageSelector) {
        throw noSubscription(topic);
    }

    @Override
    public final JMSConsumer createSharedConsumer(Topic topic, String sharedSubscriptionName) {
        throw noSubscription(topic);
    }

    @Override
    public final JMSConsumer createSharedConsumer(
            Topic topic, String sharedSubscriptionName, @Nullable String messageSelector) {
        throw noSubscription(topic);
    }

    private RuntimeException noSubscription(@Nullable Topic topic) {
        return unchecked(() -> {
            used();
            Destinations.own(topic);
            return JmsExceptions.toRuntime(NotYet.topics());
        });
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) {
        return unchecked(() -> working().createBrowser(queue));
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) {
        return unchecked(() -> working().createBrowser(queue, messageSelector));
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() {
        return unchecked(() -> working().createTemporaryQueue());
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() {
        return unchecked(() -> working().createTemporaryTopic());
    }

    @Override
    public final void unsubscribe(@Nullable String name) {
        unchecked(() -> working().unsubscribe(name));
    }
}
