package io.narabi.jms;

import io.narabi.engine.ConsumeCommand;
import io.narabi.jms.message.NarabiBytesMessage;
import io.narabi.jms.message.NarabiMapMessage;
import io.narabi.jms.message.NarabiObjectMessage;
import io.narabi.jms.message.NarabiPlainMessage;
import io.narabi.jms.message.NarabiStreamMessage;
import io.narabi.jms.message.NarabiTextMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A session of the classic API and of the domains' (Jakarta Messaging 3.1 §6.2). */
class SessionImpl implements NarabiSession, QueueSession, TopicSession {

    private final SessionCore core;
    private final Domain domain;

    SessionImpl(SessionCore core, Domain domain) {
        this.core = core;
        this.domain = domain;
    }

    final SessionCore core() {
        return core;
    }

    @Override
    public final BytesMessage createBytesMessage() throws JMSException {
        core.checkOpen();
        return new NarabiBytesMessage();
    }

    @Override
    public final MapMessage createMapMessage() throws JMSException {
        core.checkOpen();
        return new NarabiMapMessage();
    }

    @Override
    public final Message createMessage() throws JMSException {
        core.checkOpen();
        return new NarabiPlainMessage();
    }

    @Override
    public final ObjectMessage createObjectMessage() throws JMSException {
        core.checkOpen();
        return new NarabiObjectMessage();
    }

    @Override
    public final ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        ObjectMessage message = createObjectMessage();
        message.setObject(object);
        return message;
    }

    @Override
    public final StreamMessage createStreamMessage() throws JMSException {
        core.checkOpen();
        return new NarabiStreamMessage();
    }

    @Override
    public final TextMessage createTextMessage() throws JMSException {
        core.checkOpen();
        return new NarabiTextMessage();
    }

    @Override
    public final TextMessage createTextMessage(@Nullable String text) throws JMSException {
        TextMessage message = createTextMessage();
        message.setText(text);
        return message;
    }

    @Override
    public final boolean getTransacted() throws JMSException {
        core.checkOpen();
        return core.mode().isTransacted();
    }

    @Override
    public final int getAcknowledgeMode() throws JMSException {
        core.checkOpen();
        return core.mode().constant();
    }

    @Override
    public void commit() throws JMSException {
        needTransaction("commit");
        core.commit();
    }

    @Override
    public void rollback() throws JMSException {
        needTransaction("rollback");
        core.rollback();
    }

    private void needTransaction(String method) throws JMSException {
        core.checkOpen();
        if (core.mode() != AckMode.TRANSACTED) {
            throw new IllegalStateException(
                    method + " needs a session with a local transaction: create it with SESSION_TRANSACTED");
        }
    }

    @Override
    public final void recover() throws JMSException {
        core.checkOpen();
        if (core.mode().isTransacted()) {
            throw new IllegalStateException(
                    "recover is not for sessions with a transaction: roll back instead (Jakarta Messaging 3.1 §6.2.10)");
        }
        core.acknowledger().recover();
    }

    @Override
    public final void renew() throws JMSException {
        core.checkOpen();
        core.renew();
    }

    @Override
    public final void close() throws JMSException {
        core.close();
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        core.checkOpen();
        return null;
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        core.checkOpen();
        if (listener != null) {
            throw NotYet.connectionConsumers();
        }
    }

    @Override
    public final void run() {
        throw JmsExceptions.toRuntime(NotYet.connectionConsumers());
    }

    @Override
    public final MessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        return new ProducerImpl(core, target(destination));
    }

    /** The destination of a producer; none where the application will name it at each send. */
    private @Nullable NarabiDestination target(@Nullable Destination destination) throws JMSException {
        core.checkOpen();
        if (destination == null) {
            return null;
        }
        NarabiDestination own = Destinations.own(destination);
        NotYet.refuseTopic(own);
        return own;
    }

    @Override
    public final QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return new QueueSenderImpl(core, target(queue));
    }

    @Override
    public final TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return new TopicPublisherImpl(core, target(topic));
    }

    @Override
    public final MessageConsumer createConsumer(Destination destination) throws JMSException {
        return new ConsumerImpl(consume(destination, null));
    }

    @Override
    public final MessageConsumer createConsumer(Destination destination, @Nullable String messageSelector)
            throws JMSException {
        return new ConsumerImpl(consume(destination, messageSelector));
    }

    @Override
    public final MessageConsumer createConsumer(
            Destination destination, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        return new ConsumerImpl(consume(destination, messageSelector));
    }

    @Override
    public final QueueReceiver createReceiver(Queue queue) throws JMSException {
        return new QueueReceiverImpl(consume(queue, null));
    }

    @Override
    public final QueueReceiver createReceiver(Queue queue, @Nullable String messageSelector) throws JMSException {
        return new QueueReceiverImpl(consume(queue, messageSelector));
    }

    /** A consumer of a queue; noLocal means nothing there. */
    final ConsumerCore consume(@Nullable Destination destination, @Nullable String selector) throws JMSException {
        core.checkOpen();
        NarabiDestination own = Destinations.own(destination);
        NotYet.refuseTopic(own);
        NotYet.refuseSelector(selector);
        int prefetch = core.connection().url().prefetch();
        return core.consume(own, ConsumeCommand.ofQueue(own.getName(), prefetch));
    }

    @Override
    public final Queue createQueue(@Nullable String queueName) throws JMSException {
        core.checkOpen();
        domain.needsQueues("createQueue");
        return Destinations.queue(queueName);
    }

    @Override
    public final Topic createTopic(@Nullable String topicName) throws JMSException {
        core.checkOpen();
        domain.needsTopics("createTopic");
        return Destinations.topic(topicName);
    }

    @Override
    public final MessageConsumer createSharedConsumer(Topic topic, String sharedSubscriptionName) throws JMSException {
        throw noSubscription("createSharedConsumer", topic);
    }

    @Override
    public final MessageConsumer createSharedConsumer(
            Topic topic, String sharedSubscriptionName, @Nullable String messageSelector) throws JMSException {
        throw noSubscription("createSharedConsumer", topic);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        throw noSubscription("createSubscriber", topic);
    }

    @Override
    public final TopicSubscriber createSubscriber(Topic topic, @Nullable String messageSelector, boolean noLocal)
            throws JMSException {
        throw noSubscription("createSubscriber", topic);
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
        throw noSubscription("createDurableSubscriber", topic);
    }

    @Override
    public final TopicSubscriber createDurableSubscriber(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        throw noSubscription("createDurableSubscriber", topic);
    }

    @Override
    public final MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
        throw noSubscription("createDurableConsumer", topic);
    }

    @Override
    public final MessageConsumer createDurableConsumer(
            Topic topic, String name, @Nullable String messageSelector, boolean noLocal) throws JMSException {
        throw noSubscription("createDurableConsumer", topic);
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
        throw noSubscription("createSharedDurableConsumer", topic);
    }

    @Override
    public final MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String messageSelector)
            throws JMSException {
        throw noSubscription("createSharedDurableConsumer", topic);
    }

    private JMSException noSubscription(String method, @Nullable Destination topic) throws JMSException {
        core.checkOpen();
        domain.needsTopics(method);
        Destinations.own(topic);
        return NotYet.topics();
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public final QueueBrowser createBrowser(Queue queue, @Nullable String messageSelector) throws JMSException {
        core.checkOpen();
        domain.needsQueues("createBrowser");
        Destinations.own(queue);
        throw NotYet.browsers();
    }

    @Override
    public final TemporaryQueue createTemporaryQueue() throws JMSException {
        core.checkOpen();
        domain.needsQueues("createTemporaryQueue");
        throw NotYet.temporaryDestinations();
    }

    @Override
    public final TemporaryTopic createTemporaryTopic() throws JMSException {
        core.checkOpen();
        domain.needsTopics("createTemporaryTopic");
        throw NotYet.temporaryDestinations();
    }

    @Override
    public final void unsubscribe(@Nullable String name) throws JMSException {
        core.checkOpen();
        domain.needsTopics("unsubscribe");
        throw NotYet.topics();
    }
}
