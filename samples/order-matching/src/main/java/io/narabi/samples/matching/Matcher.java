package io.narabi.samples.matching;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Matches orders: takes some of them, applies them to the books, sends what came of each, and commits all that as one. While a session has
 * an order of a symbol uncommitted, no other session gets an order of that symbol: its book needs no lock.
 */
final class Matcher implements Callable<Void> {

    private static final int BATCH = 64;
    private static final long WAIT = 200;

    private final Connection connection;
    private final ConcurrentMap<String, Book> books;
    private final AtomicLong matched;
    private final Settings settings;

    /** @param matched orders matched so far by all matchers */
    Matcher(Connection connection, ConcurrentMap<String, Book> books, AtomicLong matched, Settings settings) {
        this.connection = connection;
        this.books = books;
        this.matched = matched;
        this.settings = settings;
    }

    @Override
    public Void call() throws Exception {
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(Settings.ORDERS));
                MessageProducer producer = session.createProducer(session.createQueue(Settings.EXECUTIONS))) {
            while (matched.get() < settings.total()) {
                Message message = consumer.receive(WAIT);
                int applied = 0;
                for (int i = 0; message != null; i++) {
                    applied += apply(message, session, producer) ? 1 : 0;
                    message = i < BATCH ? consumer.receiveNoWait() : null;
                }
                session.commit();
                if (matched.addAndGet(applied) >= settings.haltAfter() && settings.haltAfter() > 0) {
                    Runtime.getRuntime().halt(Main.CRASHED);
                }
            }
        }
        return null;
    }

    private boolean apply(Message message, Session session, MessageProducer producer) throws Exception {
        Order order = Order.parse(message.getBody(String.class));
        Book book = books.computeIfAbsent(order.symbol(), symbol -> new Book());
        if (order.number() <= book.last()) {
            // Submitted again after a crash: the submitter did not know that it was stored.
            return false;
        }
        List<Trade> trades = book.apply(order);
        TextMessage execution = session.createTextMessage(new Execution(order, trades).toText());
        execution.setStringProperty("JMSXGroupID", order.symbol());
        producer.send(execution);
        return true;
    }
}
