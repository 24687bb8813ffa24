package io.narabi.benchmarks;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The work: persistent messages of 1 KB, sent asynchronously by 4 producers to 1,000 groups, received by 4 consumers in DUPS_OK. The order
 * within each group is checked while measuring.
 */
final class Load {

    private static final String QUEUE = "load";
    private static final int PRODUCERS = 4;
    private static final int CONSUMERS = 4;
    private static final int GROUPS = 1_000;
    private static final int BODY = 1_024;
    private static final int WINDOW = 512;
    private static final long LONGEST_NANOS = 120_000_000_000L;

    private final Connection connection;
    private final int messages;
    /** Per group the number of the last message received. */
    private final AtomicLongArray last = new AtomicLongArray(GROUPS);

    private final AtomicLong outOfOrder = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Histogram latency = new ConcurrentHistogram(LONGEST_NANOS, 3);
    private final CountDownLatch received;

    /**
     * What a run gave.
     *
     * @param perSecond messages received a second, from the first send to the last receipt
     * @param p50Millis median time from the send call to the receipt
     * @param p99Millis 99th percentile of that
     * @param outOfOrder messages received out of order within their group
     */
    record Result(double perSecond, double p50Millis, double p99Millis, long outOfOrder) {}

    Load(Connection connection, int messages) {
        this.connection = connection;
        this.messages = messages;
        this.received = new CountDownLatch(messages);
    }

    Result run() throws Exception {
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < CONSUMERS; i++) {
            Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            consumer.setMessageListener(this::receive);
            sessions.add(session);
        }
        connection.start();
        long start = System.nanoTime();
        produce();
        received.await();
        long nanos = System.nanoTime() - start;
        for (Session session : sessions) {
            session.close();
        }
        if (failed.get() > 0) {
            throw new IllegalStateException(failed.get() + " sends failed");
        }
        return new Result(
                messages / (nanos / 1e9),
                latency.getValueAtPercentile(50) / 1e6,
                latency.getValueAtPercentile(99) / 1e6,
                outOfOrder.get());
    }

    private void produce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS);
        try {
            List<Future<?>> producers = new ArrayList<>();
            for (int i = 0; i < PRODUCERS; i++) {
                int producer = i;
                producers.add(threads.submit(() -> {
                    produce(producer);
                    return null;
                }));
            }
            for (Future<?> producer : producers) {
                producer.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Each producer has groups of its own, so that the order within a group is the order of its sends. */
    private void produce(int producer) throws Exception {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer sender = session.createProducer(session.createQueue(QUEUE))) {
            byte[] body = new byte[BODY];
            Semaphore window = new Semaphore(WINDOW);
            CompletionListener listener = new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    window.release();
                }

                @Override
                public void onException(Message message, Exception exception) {
                    failed.incrementAndGet();
                    window.release();
                }
            };
            int mine = messages / PRODUCERS;
            int groups = GROUPS / PRODUCERS;
            for (int i = 0; i < mine; i++) {
                int group = producer * groups + i % groups;
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body);
                message.setStringProperty("JMSXGroupID", "group-" + group);
                message.setIntProperty("group", group);
                message.setLongProperty("number", i / groups + 1);
                message.setLongProperty("sent", System.nanoTime());
                window.acquire();
                sender.send(message, listener);
            }
            window.acquire(WINDOW);
        }
    }

    private void receive(Message message) {
        try {
            latency.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - message.getLongProperty("sent")));
            int group = message.getIntProperty("group");
            long number = message.getLongProperty("number");
            if (last.getAndSet(group, number) != number - 1) {
                outOfOrder.incrementAndGet();
            }
            received.countDown();
        } catch (jakarta.jms.JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
