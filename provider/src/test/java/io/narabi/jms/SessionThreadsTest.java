package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narabi.engine.EngineConsumer.Demand;
import io.narabi.jms.FakeEngine.Op;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Who waits for whom, and who is refused: Jakarta Messaging 3.1 §6.1.5, §6.1.8, §6.2.5, §6.2.13, §6.2.15, §8.8. */
class SessionThreadsTest extends JmsTestBase {

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CountDownLatch mayReturn = new CountDownLatch(1);

    /** A listener that does not return before it may. */
    private void listenSlowly(Message message) {
        listening.countDown();
        awaitIn(mayReturn);
        heard.add(JmsExceptions.unchecked(() -> text(message)));
    }

    private static CompletableFuture<Object> begin(JmsExceptions.Action action) {
        return inThread(() -> {
            action.run();
            return "done";
        });
    }

    /** What happens to an action that a listener of the session takes; null if nothing. */
    private Throwable inListener(Session session, JmsExceptions.Action action) throws Exception {
        send("1");
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                try {
                    action.run();
                    outcome.complete(null);
                } catch (Throwable e) {
                    outcome.complete(e);
                }
            });
            return soon(outcome);
        }
    }

    @Test
    void stopWaitsForTheListenerAndNoneIsCalledAfterwards() throws Exception {
        send("1", "2");
        Connection connection = connect("");
        Session session = connection.createSession();
        session.createConsumer(queue).setMessageListener(this::listenSlowly);
        assertThat(listening.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Object> stopped = begin(connection::stop);
        assertPending(stopped);
        mayReturn.countDown();
        soon(stopped);

        assertThat(heard).containsExactly("1");
        await().during(A_WHILE).atMost(SOON).until(() -> heard.size() == 1);
        connection.start();
        await().atMost(SOON).until(() -> heard.size() == 2);
    }

    @Test
    void aStoppedConnectionsReceiveTimesOutAndAStartedOnesGoesOn() throws Exception {
        send("1");
        Connection connection = connect("");
        connection.stop();
        MessageConsumer consumer = connection.createSession().createConsumer(queue);

        assertThat(consumer.receive(20)).isNull();
        assertThat(consumer.receiveNoWait()).isNull();
        CompletableFuture<String> received = inThread(() -> receive(consumer));
        assertPending(received);
        connection.start();

        assertThat(soon(received)).isEqualTo("1");
    }

    @Test
    void everyCloseWaitsForTheListenerWhichHasAllServicesMeanwhile() throws Exception {
        for (String what : List.of("consumer", "session", "connection")) {
            send("1");
            Connection connection = connect("");
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(queue);
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CompletableFuture<Object> worked = new CompletableFuture<>();
            consumer.setMessageListener(message -> {
                inside.countDown();
                try {
                    awaitIn(goOn);
                    session.createProducer(new NarabiQueue("out")).send(session.createTextMessage(what));
                    worked.complete("yes");
                } catch (AssertionError | JMSException e) {
                    worked.completeExceptionally(e);
                }
            });
            assertThat(inside.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            JmsExceptions.Action close = switch (what) {
                case "consumer" -> consumer::close;
                case "session" -> session::close;
                default -> connection::close;
            };

            CompletableFuture<Object> closed = begin(close);
            assertPending(closed);
            goOn.countDown();
            soon(closed);

            assertThat(soon(worked)).as(what).isEqualTo("yes");
            assertThat(engine.owed("q")).as("acknowledged as usual").isEmpty();
        }
    }

    @Test
    void everyCloseEndsABlockedReceiveWithNull() throws Exception {
        for (String what : List.of("consumer", "session", "connection")) {
            Connection connection = connect("");
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(queue);
            CompletableFuture<Message> received = inThread(consumer::receive);
            awaitWaiting();

            JmsExceptions.Action close = switch (what) {
                case "consumer" -> consumer::close;
                case "session" -> session::close;
                default -> connection::close;
            };
            soon(begin(close));

            assertThat(soon(received)).as(what).isNull();
        }
    }

    private void awaitWaiting() {
        await().atMost(SOON)
                .until(() -> engine.queue("q").consumers.stream().anyMatch(c -> c.demand == Demand.RECEIVE));
    }

    @Test
    void listenersMustNotEndWhatTheyRunIn() throws Exception {
        Connection connection = connect("");
        Session session = connection.createSession();

        assertThat(inListener(session, session::close)).isInstanceOf(IllegalStateException.class);
        assertThat(inListener(session, connection::close)).isInstanceOf(IllegalStateException.class);
        assertThat(inListener(session, connection::stop)).isInstanceOf(IllegalStateException.class);
        assertThat(inListener(session, () -> connection.createSession().close()))
                .as("another session")
                .isNull();
    }

    @Test
    void contextListenersMustNotEndWhatTheyRunIn() throws Exception {
        JMSContext context = closedLater(engine.factory("").createContext());
        JMSContext second = closedLater(context.createContext(JMSContext.AUTO_ACKNOWLEDGE));
        List<JmsExceptions.Action> actions = List.of(context::close, context::stop, second::stop);
        for (JmsExceptions.Action action : actions) {
            send("1");
            CompletableFuture<Object> outcome = new CompletableFuture<>();
            try (var consumer = context.createConsumer(queue)) {
                consumer.setMessageListener(message -> {
                    try {
                        action.run();
                        outcome.complete("no exception");
                    } catch (JMSException | RuntimeException e) {
                        outcome.complete(e);
                    }
                });
                assertThat(soon(outcome)).isInstanceOf(IllegalStateRuntimeException.class);
            }
        }
    }

    @Test
    void aListenerMayCloseItsOwnConsumer() throws Exception {
        send("1", "2");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        consumer.setMessageListener(message -> {
            JmsExceptions.unchecked(consumer::close);
            heard.add("closed");
        });

        assertThat(heard.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("closed");
        awaitLog("acknowledge [1]");
        session.close();
        assertThat(engine.owed("q")).containsExactly("2");
    }

    @Test
    void oneListenerOfASessionRunsAtATimeAndNoConsumerStarves() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        AtomicReference<Thread> running = new AtomicReference<>();
        for (String name : List.of("a", "b")) {
            session.createConsumer(new NarabiQueue(name)).setMessageListener(message -> {
                if (!running.compareAndSet(null, Thread.currentThread())) {
                    heard.add("two at once");
                }
                heard.add(name);
                running.set(null);
            });
        }
        try (Connection connection = engine.factory("").createConnection()) {
            Session sending = connection.createSession();
            for (int i = 0; i < 20; i++) {
                sending.createProducer(new NarabiQueue("a")).send(sending.createTextMessage("a" + i));
                sending.createProducer(new NarabiQueue("b")).send(sending.createTextMessage("b" + i));
            }
        }

        await().atMost(SOON).until(() -> heard.size() == 40);
        assertThat(heard).doesNotContain("two at once");
    }

    @Test
    void aSessionWithAListenerCannotReceive() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer listening = session.createConsumer(queue);
        MessageConsumer receiving = session.createConsumer(new NarabiQueue("other"));
        listening.setMessageListener(message -> {});

        assertThatThrownBy(listening::receiveNoWait).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(receiving::receiveNoWait).isInstanceOf(IllegalStateException.class);
        listening.setMessageListener(null);
        assertThat(receiving.receiveNoWait()).isNull();
    }

    @Test
    void aListenerMayReceiveInItsSessionFromAnotherConsumer() throws Exception {
        try (Connection connection = engine.factory("").createConnection()) {
            Session sending = connection.createSession();
            sending.createProducer(new NarabiQueue("replies")).send(sending.createTextMessage("reply"));
        }
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer replies = session.createConsumer(new NarabiQueue("replies"));

        assertThat(inListener(session, () -> heard.add(receive(replies)))).isNull();

        assertThat(heard).containsExactly("reply");
        session.close();
        assertThat(engine.owed("replies")).isEmpty();
        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void twoThreadsCannotReceiveInOneSession() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer one = session.createConsumer(queue);
        MessageConsumer two = session.createConsumer(queue);
        CompletableFuture<Message> waiting = inThread(one::receive);
        awaitWaiting();

        assertThatThrownBy(() -> two.receive(1)).isInstanceOf(IllegalStateException.class);

        session.close();
        assertThat(soon(waiting)).isNull();
    }

    @Test
    void anInterruptEndsTheWaitKeepsTheFlagAndLosesNothing() throws Exception {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        AtomicReference<Thread> receiver = new AtomicReference<>();
        CompletableFuture<Boolean> interrupted = inThread(() -> {
            receiver.set(Thread.currentThread());
            return consumer.receive() == null && Thread.interrupted();
        });
        awaitWaiting();

        receiver.get().interrupt();

        assertThat(soon(interrupted)).isTrue();
        send("1");
        Thread.currentThread().interrupt();
        assertThat(text(consumer.receive(SOON.toMillis())))
                .as("what is there is received")
                .isEqualTo("1");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void nobodyWaitsWithoutDemand() throws Exception {
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        FakeConsumer inEngine = engine.queue("q").consumers.get(0);

        assertThat(inEngine.demand).isEqualTo(Demand.NONE);
        consumer.receive(5);
        assertThat(inEngine.demand).as("after a timeout").isEqualTo(Demand.NONE);
        consumer.setMessageListener(message -> {});
        assertThat(inEngine.demand).isEqualTo(Demand.LISTENER);
        consumer.setMessageListener(null);
        assertThat(inEngine.demand).isEqualTo(Demand.NONE);
    }

    @Test
    void whoWaitsDoesNotLookAgainAndAgain() throws Exception {
        MessageConsumer listening = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        listening.setMessageListener(message -> {});
        CompletableFuture<Message> receiving =
                inThread(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue)::receive);
        awaitWaiting();

        await().atMost(SOON).until(() -> {
            long before = engine.claims.get();
            await().during(A_WHILE).atMost(SOON).until(() -> true);
            return engine.claims.get() == before;
        });
        assertThat(engine.claims).hasValueLessThan(100);
        assertThat(receiving).isNotDone();
    }

    @Test
    void aReceiveThatIsHandedAMessageWhileStopIsCalledReturnsFirst() throws Exception {
        send("1");
        Connection connection = connect("");
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        engine.hold(Op.HAND_OVER);
        CompletableFuture<String> received = inThread(() -> receive(consumer));
        await().atMost(SOON).until(() -> engine.heldCount(Op.HAND_OVER) == 1);

        CompletableFuture<Object> stopped = begin(connection::stop);
        assertPending(stopped);
        engine.release(Op.HAND_OVER);
        soon(stopped);

        assertThat(soon(received)).isEqualTo("1");
    }

    @Test
    void closedObjectsRefuseAndCloseAgainIsIgnored() throws Exception {
        Connection connection = connect("");
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        var producer = session.createProducer(queue);

        consumer.close();
        producer.close();
        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageListener).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(consumer::getMessageSelector).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(producer::getPriority).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> producer.send(session.createMessage())).isInstanceOf(IllegalStateException.class);
        session.close();
        assertThatThrownBy(session::createMessage).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::getTransacted).isInstanceOf(IllegalStateException.class);
        connection.close();
        assertThatThrownBy(connection::createSession).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::start).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(connection::getMetaData).isInstanceOf(IllegalStateException.class);

        consumer.close();
        producer.close();
        session.close();
        connection.close();
        assertThat(engine.openConnections()).isZero();
    }

    @Test
    void aBrokenHandOverGivesTheClaimBack() throws Exception {
        send("1");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        engine.failNext(
                Op.HAND_OVER,
                new io.narabi.engine.EngineException(
                        io.narabi.engine.EngineException.Reason.OUTCOME_UNKNOWN, "on purpose"));

        assertThatThrownBy(consumer::receiveNoWait).isInstanceOf(JMSException.class);

        assertThat(receive(consumer)).isEqualTo("1");
    }

    @Test
    void aListenerSessionTriesAgainAfterAFailure() throws Exception {
        send("1");
        Connection connection = connect("");
        CompletableFuture<JMSException> reported = new CompletableFuture<>();
        connection.setExceptionListener(reported::complete);
        engine.failNext(
                Op.HAND_OVER,
                new io.narabi.engine.EngineException(
                        io.narabi.engine.EngineException.Reason.OUTCOME_UNKNOWN, "on purpose"));
        connection.createSession().createConsumer(queue).setMessageListener(message -> heard.add("1"));

        assertThat(soon(reported)).hasMessage("on purpose");
        assertThat(heard.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("1");
    }
}
