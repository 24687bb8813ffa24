package io.narabi.ra.outbound;

import io.narabi.jms.NarabiXAContext;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
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

/** An application's context: as {@link RaSession}, in the simplified API. */
public final class RaContext implements JMSContext {

    private final Handle handle;
    private final SessionArguments arguments;
    private boolean autoStart = true;

    RaContext(Handle handle, SessionArguments arguments) {
        this.handle = handle;
        this.arguments = arguments;
    }

    private NarabiXAContext context() {
        try {
            return handle.use();
        } catch (IllegalStateException closed) {
            throw Unchecked.of(closed);
        }
    }

    /** The context, when a consumer is about to be created: that starts delivery unless the application does so itself. */
    private NarabiXAContext consuming() {
        NarabiXAContext context = context();
        context.setAutoStart(autoStart);
        return context;
    }

    @Override
    public void close() {
        handle.close();
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        throw ApplicationRules.forbiddenUnchecked("createContext");
    }

    @Override
    public void setClientID(@Nullable String clientID) {
        throw ApplicationRules.forbiddenUnchecked("setClientID");
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) {
        throw ApplicationRules.forbiddenUnchecked("setExceptionListener");
    }

    @Override
    public void stop() {
        throw ApplicationRules.forbiddenUnchecked("stop");
    }

    /** None: an application in a server cannot set one. */
    @Override
    public @Nullable ExceptionListener getExceptionListener() {
        context();
        return null;
    }

    @Override
    public @Nullable String getClientID() {
        return context().getClientID();
    }

    @Override
    public ConnectionMetaData getMetaData() {
        return context().getMetaData();
    }

    @Override
    public void start() {
        context();
        handle.start();
    }

    @Override
    public void setAutoStart(boolean autoStart) {
        context();
        this.autoStart = autoStart;
    }

    @Override
    public boolean getAutoStart() {
        context();
        return autoStart;
    }

    @Override
    public boolean getTransacted() {
        context();
        return handle.inTransaction();
    }

    @Override
    public int getSessionMode() {
        context();
        return arguments.modeOf(handle);
    }

    @Override
    public void commit() {
        throw notYours("commit");
    }

    @Override
    public void rollback() {
        throw notYours("rollback");
    }

    private RuntimeException notYours(String method) {
        try {
            return Unchecked.of(SessionArguments.notYours(handle, method));
        } catch (IllegalStateException closed) {
            return Unchecked.of(closed);
        }
    }

    @Override
    public void recover() {
        try {
            SessionArguments.recover(handle);
        } catch (IllegalStateException refused) {
            throw Unchecked.of(refused);
        }
    }

    /** Without effect: no session in a server acknowledges by the application's call. */
    @Override
    public void acknowledge() {
        context();
    }

    @Override
    public JMSProducer createProducer() {
        return Restricted.producer(context().createProducer(), handle);
    }

    private JMSConsumer consumer(JMSConsumer consumer) {
        return Restricted.consumer(consumer, handle);
    }

    @Override
    public JMSConsumer createConsumer(Destination destination) {
        return consumer(consuming().createConsumer(destination));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector) {
        return consumer(consuming().createConsumer(destination, selector));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal) {
        return consumer(consuming().createConsumer(destination, selector, noLocal));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name) {
        return consumer(consuming().createDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal) {
        return consumer(consuming().createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        return consumer(consuming().createSharedDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(consuming().createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name) {
        return consumer(consuming().createSharedConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(consuming().createSharedConsumer(topic, name, selector));
    }

    private QueueBrowser browser(QueueBrowser browser) {
        handle.closeLater(browser);
        return browser;
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) {
        return browser(consuming().createBrowser(queue));
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) {
        return browser(consuming().createBrowser(queue, selector));
    }

    @Override
    public void unsubscribe(String name) {
        context().unsubscribe(name);
    }

    @Override
    public Queue createQueue(String queueName) {
        return context().createQueue(queueName);
    }

    @Override
    public Topic createTopic(String topicName) {
        return context().createTopic(topicName);
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        return context().createTemporaryQueue();
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        return context().createTemporaryTopic();
    }

    @Override
    public BytesMessage createBytesMessage() {
        return context().createBytesMessage();
    }

    @Override
    public MapMessage createMapMessage() {
        return context().createMapMessage();
    }

    @Override
    public Message createMessage() {
        return context().createMessage();
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return context().createObjectMessage();
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) {
        return context().createObjectMessage(object);
    }

    @Override
    public StreamMessage createStreamMessage() {
        return context().createStreamMessage();
    }

    @Override
    public TextMessage createTextMessage() {
        return context().createTextMessage();
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) {
        return context().createTextMessage(text);
    }
}
