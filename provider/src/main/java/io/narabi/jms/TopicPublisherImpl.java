package io.narabi.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import org.jspecify.annotations.Nullable;

/** A producer of the API for topics. */
final class TopicPublisherImpl extends ProducerImpl implements TopicPublisher {

    TopicPublisherImpl(SessionCore session, @Nullable NarabiDestination destination) {
        super(session, destination);
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        return (Topic) getDestination();
    }

    @Override
    public void publish(@Nullable Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(@Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(message, deliveryMode, priority, timeToLive);
    }

    @Override
    public void publish(@Nullable Topic topic, @Nullable Message message) throws JMSException {
        send(topic, message);
    }

    @Override
    public void publish(
            @Nullable Topic topic, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send(topic, message, deliveryMode, priority, timeToLive);
    }
}
