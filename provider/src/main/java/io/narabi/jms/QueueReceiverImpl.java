package io.narabi.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;

/** A consumer of the API for queues. */
final class QueueReceiverImpl extends ConsumerImpl implements QueueReceiver {

    QueueReceiverImpl(ConsumerCore core) {
        super(core);
    }

    @Override
    public Queue getQueue() throws JMSException {
        core().checkOpen();
        return (Queue) core().destination();
    }
}
