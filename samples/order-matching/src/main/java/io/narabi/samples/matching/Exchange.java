package io.narabi.samples.matching;

import io.narabi.admin.NarabiAdmin;
import io.narabi.broker.NarabiBroker;
import io.narabi.config.DestinationOptions;
import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** The whole exchange in one JVM: a broker on disk, submitters and matchers. What it was stopped at, it goes on with. */
final class Exchange {

    private final Settings settings;

    Exchange(Settings settings) {
        this.settings = settings;
    }

    /**
     * What came of a run.
     *
     * @param executions of each symbol, in the order in which they were stored
     * @param matched orders matched in this run
     * @param nanos how long submitting and matching took
     */
    record Outcome(Map<String, List<Execution>> executions, long matched, long nanos) {}

    Outcome run() throws Exception {
        try (NarabiBroker broker = NarabiBroker.open(settings.url())) {
            configure(broker.url());
            NarabiConnectionFactory factory = new NarabiConnectionFactory(broker.url());
            try (Connection connection = factory.createConnection()) {
                connection.start();
                ConcurrentMap<String, Book> books = new ConcurrentHashMap<>();
                read(connection, false).values().forEach(executions -> rebuild(executions, books));
                long before = books.values().stream().mapToLong(Book::last).sum();
                long start = System.nanoTime();
                work(connection, books, new AtomicLong(before));
                long nanos = System.nanoTime() - start;
                return new Outcome(read(connection, true), settings.total() - before, nanos);
            }
        }
    }

    private static void configure(String url) {
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            // Read at every start and given back: that is no failure.
            admin.configure(
                    DestinationOptions.queue(Settings.EXECUTIONS).subscription(options -> options.maxDeliveries(-1)));
        }
    }

    private void work(Connection connection, ConcurrentMap<String, Book> books, AtomicLong matched) throws Exception {
        Map<String, Long> done = new HashMap<>();
        books.forEach((symbol, book) -> done.put(symbol, book.last()));
        List<Callable<Void>> tasks = new ArrayList<>();
        List<List<Order>> flows = settings.flows();
        for (int producer = 0; producer < settings.producers(); producer++) {
            List<List<Order>> mine = new ArrayList<>();
            for (int symbol = producer; symbol < flows.size(); symbol += settings.producers()) {
                mine.add(flows.get(symbol));
            }
            tasks.add(new Submitter(connection, mine, done, settings.seed() + producer));
        }
        for (int consumer = 0; consumer < settings.consumers(); consumer++) {
            tasks.add(new Matcher(connection, books, matched, settings));
        }
        runAll(tasks);
    }

    private static void runAll(List<Callable<Void>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            for (Future<Void> future : threads.invokeAll(tasks)) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdown();
        }
    }

    /** Reads what was executed so far. Books are rebuilt from it at the start; at the end it is taken out of the queue. */
    private static Map<String, List<Execution>> read(Connection connection, boolean take) throws JMSException {
        Map<String, List<Execution>> executions = new HashMap<>();
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(Settings.EXECUTIONS))) {
            for (Message message = consumer.receiveNoWait(); message != null; message = consumer.receiveNoWait()) {
                Execution execution = Execution.parse(message.getBody(String.class));
                executions
                        .computeIfAbsent(execution.order().symbol(), symbol -> new ArrayList<>())
                        .add(execution);
            }
            if (take) {
                session.commit();
            } else {
                session.rollback();
            }
        }
        return executions;
    }

    private static void rebuild(List<Execution> executions, Map<String, Book> books) {
        for (Execution execution : executions) {
            Order order = execution.order();
            List<Trade> again =
                    books.computeIfAbsent(order.symbol(), symbol -> new Book()).apply(order);
            if (!again.equals(execution.trades())) {
                throw new IllegalStateException(
                        "Order " + order + " was executed as " + execution.trades() + ", not " + again);
            }
        }
    }
}
