package io.narabi.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import org.jspecify.annotations.Nullable;

/** A producer of the API for queues. */
final class QueueSenderImpl extends ProducerImpl implements QueueSender {

    QueueSenderImpl(SessionCore session, @Nullable NarabiDestination destination) {
        super(session, destination);
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        return (Queue) getDestination();
    }

    @Override
    public void send(@Nullable Queue queue, @Nullable Message message) throws JMSException {
        send((jakarta.jms.Destination) queue, message);
    }

    @Override
    public void send(@Nullable Queue queue, @Nullable Message message, int deliveryMode, int priority, long timeToLive)
            throws JMSException {
        send((jakarta.jms.Destination) queue, message, deliveryMode, priority, timeToLive);
    }
}
