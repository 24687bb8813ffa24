package io.narabi.samples.matching;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Submits the orders of some symbols: in order within a symbol, the symbols mixed. Sends asynchronously, with a window of messages that
 * are not confirmed yet: Narabi stores the sends to a group in their order, or, when one fails, none behind it.
 */
final class Submitter implements Callable<Void> {

    private static final int WINDOW = 256;

    private final Connection connection;
    private final List<List<Order>> flows;
    private final Map<String, Long> done;
    private final long seed;

    /** @param done the last order of each symbol that has been matched already: goes on behind it */
    Submitter(Connection connection, List<List<Order>> flows, Map<String, Long> done, long seed) {
        this.connection = connection;
        this.flows = flows;
        this.done = done;
        this.seed = seed;
    }

    @Override
    public Void call() throws Exception {
        Random random = new Random(seed);
        int[] next = new int[flows.size()];
        int[] open = new int[flows.size()];
        int opened = 0;
        for (int i = 0; i < flows.size(); i++) {
            next[i] = Math.toIntExact(done.getOrDefault(flows.get(i).get(0).symbol(), 0L));
            if (next[i] < flows.get(i).size()) {
                open[opened++] = i;
            }
        }
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createQueue(Settings.ORDERS))) {
            Window window = new Window();
            while (opened > 0) {
                int pick = random.nextInt(opened);
                int flow = open[pick];
                Order order = flows.get(flow).get(next[flow]++);
                TextMessage message = session.createTextMessage(order.toText());
                message.setStringProperty("JMSXGroupID", order.symbol());
                window.enter();
                producer.send(message, window);
                if (next[flow] == flows.get(flow).size()) {
                    open[pick] = open[--opened];
                }
            }
            window.drain();
        }
        return null;
    }

    /** Lets so many sends be under way, and tells of the first that failed. */
    private static final class Window implements CompletionListener {
        private final Semaphore free = new Semaphore(WINDOW);
        private final AtomicReference<Exception> failure = new AtomicReference<>(null);

        void enter() throws Exception {
            free.acquire();
            check();
        }

        void drain() throws Exception {
            free.acquire(WINDOW);
            check();
        }

        private void check() throws JMSException {
            Exception failed = failure.get();
            if (failed != null) {
                JMSException exception = new JMSException("An order could not be submitted: " + failed.getMessage());
                exception.setLinkedException(failed);
                throw exception;
            }
        }

        @Override
        public void onCompletion(Message message) {
            free.release();
        }

        @Override
        public void onException(Message message, Exception exception) {
            failure.compareAndSet(null, exception);
            free.release();
        }
    }
}
