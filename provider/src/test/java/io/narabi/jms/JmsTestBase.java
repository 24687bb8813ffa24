package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** JMS objects over the double of an engine. */
abstract class JmsTestBase {

    /** Long enough for a loaded machine; nothing waits so long when all is well. */
    static final Duration SOON = Duration.ofSeconds(20);

    /** Within that time, what must not happen would have happened. */
    static final Duration A_WHILE = Duration.ofMillis(150);

    final FakeEngine engine = new FakeEngine();
    final Queue queue = new NarabiQueue("q");
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (FakeEngine.Op op : FakeEngine.Op.values()) {
            engine.release(op);
        }
        for (AutoCloseable one : opened) {
            one.close();
        }
        engine.close();
    }

    <T extends AutoCloseable> T closedLater(T resource) {
        opened.add(resource);
        return resource;
    }

    /** A started connection. */
    Connection connect(String parameters) throws JMSException {
        Connection connection = closedLater(engine.factory(parameters).createConnection());
        connection.start();
        return connection;
    }

    Session session(int mode) throws JMSException {
        return connect("").createSession(mode);
    }

    /** Sends texts, each to the group before its colon if it has one. */
    void send(String... texts) throws JMSException {
        try (Connection connection = engine.factory("").createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            for (String text : texts) {
                producer.send(message(session, text));
            }
        }
        engine.clearLog();
    }

    static TextMessage message(Session session, String text) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        if (text.contains(":")) {
            message.setStringProperty("JMSXGroupID", text.substring(0, text.indexOf(':')));
        }
        return message;
    }

    static String text(Message message) throws JMSException {
        assertThat(message).as("a message").isNotNull();
        return ((TextMessage) message).getText();
    }

    static String receive(MessageConsumer consumer) throws JMSException {
        return text(consumer.receive(SOON.toMillis()));
    }

    /** The commands of some kinds that the engine got. */
    List<String> log(String... kinds) {
        return engine.log().stream()
                .filter(line -> List.of(kinds).contains(line.split(" ", 2)[0]))
                .toList();
    }

    void awaitLog(String line) {
        await().atMost(SOON).untilAsserted(() -> assertThat(engine.log()).contains(line));
    }

    static <T> CompletableFuture<T> inThread(Callable<T> call) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.complete(call.call());
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return outcome;
    }

    static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits in application code, but not for ever: a test that fails must not hang. */
    static void awaitIn(CountDownLatch latch) {
        try {
            if (!latch.await(SOON.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("waited too long");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Does not complete within a while. */
    static void assertPending(CompletableFuture<?> future) {
        await().during(A_WHILE).atMost(SOON).until(() -> !future.isDone());
    }
}
