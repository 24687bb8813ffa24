package io.narabi.ra.outbound;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
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
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.io.Serializable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An application's session: in a transaction of the server its work is that transaction's, outside one it is done at once. What is
 * created from it is closed with it. For one thread of control at a time.
 */
public final class RaSession implements QueueSession, TopicSession {

    private final Handle handle;
    private final SessionArguments arguments;
    private final Domain domain;
    private final Consumer<RaSession> onClose;

    RaSession(Handle handle, SessionArguments arguments, Domain domain, Consumer<RaSession> onClose) {
        this.handle = handle;
        this.arguments = arguments;
        this.domain = domain;
        this.onClose = onClose;
    }

    private Session session() throws IllegalStateException {
        return handle.use().getSession();
    }

    void startDelivery() throws JMSException {
        try {
            handle.start();
        } catch (JMSRuntimeException failure) {
            throw Unchecked.checked(failure);
        }
    }

    @Override
    public void close() {
        onClose.accept(this);
        handle.close();
    }

    @Override
    public boolean getTransacted() throws JMSException {
        session();
        return handle.inTransaction();
    }

    @Override
    public int getAcknowledgeMode() throws JMSException {
        session();
        return arguments.modeOf(handle);
    }

    @Override
    public void commit() throws JMSException {
        throw SessionArguments.notYours(handle, "commit");
    }

    @Override
    public void rollback() throws JMSException {
        throw SessionArguments.notYours(handle, "rollback");
    }

    @Override
    public void recover() throws JMSException {
        SessionArguments.recover(handle);
    }

    /** None: an application in a server cannot set one. */
    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        session();
        return null;
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        throw ApplicationRules.forbidden("setMessageListener");
    }

    @Override
    public void run() {
        throw ApplicationRules.forbiddenUnchecked("run");
    }

    @Override
    public BytesMessage createBytesMessage() throws JMSException {
        return session().createBytesMessage();
    }

    @Override
    public MapMessage createMapMessage() throws JMSException {
        return session().createMapMessage();
    }

    @Override
    public Message createMessage() throws JMSException {
        return session().createMessage();
    }

    @Override
    public ObjectMessage createObjectMessage() throws JMSException {
        return session().createObjectMessage();
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        return session().createObjectMessage(object);
    }

    @Override
    public StreamMessage createStreamMessage() throws JMSException {
        return session().createStreamMessage();
    }

    @Override
    public TextMessage createTextMessage() throws JMSException {
        return session().createTextMessage();
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) throws JMSException {
        return session().createTextMessage(text);
    }

    @Override
    public MessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        return Restricted.producer(MessageProducer.class, session().createProducer(destination), handle);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        QueueSender sender = ((QueueSession) session()).createSender(queue);
        return Restricted.producer(QueueSender.class, sender, handle);
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        TopicPublisher publisher = ((TopicSession) session()).createPublisher(topic);
        return Restricted.producer(TopicPublisher.class, publisher, handle);
    }

    private MessageConsumer consumer(MessageConsumer consumer) {
        return Restricted.consumer(MessageConsumer.class, consumer, handle);
    }

    @Override
    public MessageConsumer createConsumer(Destination destination) throws JMSException {
        return consumer(session().createConsumer(destination));
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector) throws JMSException {
        return consumer(session().createConsumer(destination, selector));
    }

    @Override
    public MessageConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(session().createConsumer(destination, selector, noLocal));
    }

    @Override
    public QueueReceiver createReceiver(Queue queue) throws JMSException {
        return createReceiver(queue, null);
    }

    @Override
    public QueueReceiver createReceiver(Queue queue, @Nullable String selector) throws JMSException {
        QueueReceiver receiver = ((QueueSession) session()).createReceiver(queue, selector);
        return Restricted.consumer(QueueReceiver.class, receiver, handle);
    }

    private Session topics(String method) throws IllegalStateException {
        domain.needsTopics(method);
        return session();
    }

    private Session queues(String method) throws IllegalStateException {
        domain.needsQueues(method);
        return session();
    }

    private TopicSubscriber subscriber(TopicSubscriber subscriber) {
        return Restricted.consumer(TopicSubscriber.class, subscriber, handle);
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic) throws JMSException {
        return subscriber(((TopicSession) topics("createSubscriber")).createSubscriber(topic));
    }

    @Override
    public TopicSubscriber createSubscriber(Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscriber(((TopicSession) topics("createSubscriber")).createSubscriber(topic, selector, noLocal));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name) throws JMSException {
        return subscriber(topics("createDurableSubscriber").createDurableSubscriber(topic, name));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return subscriber(topics("createDurableSubscriber").createDurableSubscriber(topic, name, selector, noLocal));
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name) throws JMSException {
        return consumer(topics("createDurableConsumer").createDurableConsumer(topic, name));
    }

    @Override
    public MessageConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(topics("createDurableConsumer").createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name) throws JMSException {
        return consumer(topics("createSharedConsumer").createSharedConsumer(topic, name));
    }

    @Override
    public MessageConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return consumer(topics("createSharedConsumer").createSharedConsumer(topic, name, selector));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name) throws JMSException {
        return consumer(topics("createSharedDurableConsumer").createSharedDurableConsumer(topic, name));
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector)
            throws JMSException {
        return consumer(topics("createSharedDurableConsumer").createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public void unsubscribe(String name) throws JMSException {
        topics("unsubscribe").unsubscribe(name);
    }

    @Override
    public Queue createQueue(String queueName) throws JMSException {
        return queues("createQueue").createQueue(queueName);
    }

    @Override
    public Topic createTopic(String topicName) throws JMSException {
        return topics("createTopic").createTopic(topicName);
    }

    private QueueBrowser browser(QueueBrowser browser) {
        handle.closeLater(browser);
        return browser;
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) throws JMSException {
        return browser(queues("createBrowser").createBrowser(queue));
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) throws JMSException {
        return browser(queues("createBrowser").createBrowser(queue, selector));
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        return queues("createTemporaryQueue").createTemporaryQueue();
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        return topics("createTemporaryTopic").createTemporaryTopic();
    }
}
