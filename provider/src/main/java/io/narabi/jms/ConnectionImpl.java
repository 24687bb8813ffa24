package io.narabi.jms;

import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import org.jspecify.annotations.Nullable;

/** A connection of the classic API and of the domains' (Jakarta Messaging 3.1 §6.1). Thread-safe. */
class ConnectionImpl implements QueueConnection, TopicConnection {

    private final ConnectionCore core;
    private final Domain domain;

    ConnectionImpl(ConnectionCore core, Domain domain) {
        this.core = core;
        this.domain = domain;
    }

    final ConnectionCore core() {
        return core;
    }

    final Domain domain() {
        return domain;
    }

    private SessionImpl open(AckMode mode, Domain of) throws JMSException {
        return new SessionImpl(core.openSession(mode, true), of);
    }

    @Override
    public final Session createSession(boolean transacted, int acknowledgeMode) throws JMSException {
        core.checkOpen();
        return open(AckMode.of(transacted, acknowledgeMode), domain);
    }

    @Override
    public final Session createSession(int sessionMode) throws JMSException {
        core.checkOpen();
        return open(AckMode.of(sessionMode), domain);
    }

    @Override
    public final Session createSession() throws JMSException {
        return open(AckMode.AUTO, domain);
    }

    @Override
    public final QueueSession createQueueSession(boolean transacted, int acknowledgeMode) throws JMSException {
        core.checkOpen();
        return open(AckMode.of(transacted, acknowledgeMode), Domain.QUEUE);
    }

    @Override
    public final TopicSession createTopicSession(boolean transacted, int acknowledgeMode) throws JMSException {
        core.checkOpen();
        return open(AckMode.of(transacted, acknowledgeMode), Domain.TOPIC);
    }

    @Override
    public final @Nullable String getClientID() throws JMSException {
        return core.clientId();
    }

    @Override
    public final void setClientID(@Nullable String clientID) throws JMSException {
        core.setClientId(clientID);
    }

    @Override
    public final ConnectionMetaData getMetaData() throws JMSException {
        core.checkOpen();
        return NarabiMetaData.INSTANCE;
    }

    @Override
    public final @Nullable ExceptionListener getExceptionListener() throws JMSException {
        return core.exceptionListener();
    }

    @Override
    public final void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        core.setExceptionListener(listener);
    }

    @Override
    public final void start() throws JMSException {
        core.start();
    }

    @Override
    public final void stop() throws JMSException {
        core.stop();
    }

    @Override
    public final void close() throws JMSException {
        core.close();
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String messageSelector, ServerSessionPool sessionPool, int maxMessages)
            throws JMSException {
        throw noConnectionConsumer(destination);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String messageSelector, ServerSessionPool sessionPool, int maxMessages)
            throws JMSException {
        throw noConnectionConsumer(queue);
    }

    @Override
    public final ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String messageSelector, ServerSessionPool sessionPool, int maxMessages)
            throws JMSException {
        throw noConnectionConsumer(topic);
    }

    @Override
    public final ConnectionConsumer createSharedConnectionConsumer(
            Topic topic,
            String subscriptionName,
            @Nullable String messageSelector,
            ServerSessionPool sessionPool,
            int maxMessages)
            throws JMSException {
        domain.needsTopics("createSharedConnectionConsumer");
        throw noConnectionConsumer(topic);
    }

    @Override
    public final ConnectionConsumer createDurableConnectionConsumer(
            Topic topic,
            String subscriptionName,
            @Nullable String messageSelector,
            ServerSessionPool sessionPool,
            int maxMessages)
            throws JMSException {
        domain.needsTopics("createDurableConnectionConsumer");
        throw noConnectionConsumer(topic);
    }

    @Override
    public final ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic,
            String subscriptionName,
            @Nullable String messageSelector,
            ServerSessionPool sessionPool,
            int maxMessages)
            throws JMSException {
        domain.needsTopics("createSharedDurableConnectionConsumer");
        throw noConnectionConsumer(topic);
    }

    private JMSException noConnectionConsumer(@Nullable Destination destination) throws JMSException {
        core.use();
        Destinations.own(destination);
        return NotYet.connectionConsumers();
    }

    @Override
    public String toString() {
        return "NarabiConnection[" + core.url() + "]";
    }
}
