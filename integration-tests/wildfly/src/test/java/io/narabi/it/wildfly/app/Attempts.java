package io.narabi.it.wildfly.app;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What the listeners of this application were called with, and how their transactions ended. Thread-safe. */
@ApplicationScoped
public class Attempts {

    private final AtomicLong clock = new AtomicLong();
    private final Queue<Attempt> over = new ConcurrentLinkedQueue<>();

    @Resource
    private TransactionSynchronizationRegistry transactions;

    /** Call first in a listener; to be told when it returns. */
    Running begin(String queue, Message message) throws JMSException {
        Running running = new Running(
                queue,
                message.getStringProperty("JMSXGroupID"),
                Attempt.number(message),
                message.getIntProperty("JMSXDeliveryCount"));
        transactions.registerInterposedSynchronization(running);
        return running;
    }

    /** Those whose transaction has ended. */
    List<Attempt> over(String queue) {
        return over.stream().filter(attempt -> attempt.queue().equals(queue)).toList();
    }

    final class Running implements Synchronization {

        private final String queue;
        private final String group;
        private final int number;
        private final int delivery;
        private final long began = clock.incrementAndGet();
        private volatile long returned;

        private Running(String queue, String group, int number, int delivery) {
            this.queue = queue;
            this.group = group;
            this.number = number;
            this.delivery = delivery;
        }

        void returned() {
            returned = clock.incrementAndGet();
        }

        @Override
        public void beforeCompletion() {
            // Only the end is of interest.
        }

        @Override
        public void afterCompletion(int status) {
            over.add(new Attempt(queue, group, number, delivery, began, returned, status == Status.STATUS_COMMITTED));
        }
    }
}
