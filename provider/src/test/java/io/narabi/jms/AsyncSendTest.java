package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.jms.FakeEngine.Op;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Asynchronous sends: Jakarta Messaging 3.1 §7.3, DESIGN §2.2. */
class AsyncSendTest extends JmsTestBase {

    private static final EngineException REFUSED = new EngineException(Reason.RESOURCES, "Disk full");

    private final List<String> calls = new CopyOnWriteArrayList<>();

    /** Records its calls; counts them down; runs an action first. */
    private final class Recording implements CompletionListener {

        private final CountDownLatch expected;
        private final JmsExceptions.Action action;

        Recording(int calls, JmsExceptions.Action action) {
            expected = new CountDownLatch(calls);
            this.action = action;
        }

        @Override
        public void onCompletion(Message message) {
            called("ok " + JmsExceptions.unchecked(() -> text(message)));
        }

        @Override
        public void onException(Message message, Exception exception) {
            called("failed " + JmsExceptions.unchecked(() -> text(message)) + " "
                    + exception.getClass().getSimpleName());
        }

        private void called(String call) {
            String outcome = "";
            try {
                action.run();
            } catch (JMSException | RuntimeException e) {
                outcome = " " + e.getClass().getSimpleName();
            }
            calls.add(call + outcome);
            expected.countDown();
        }

        void await() throws InterruptedException {
            assertThat(expected.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private Recording recording(int expected) {
        return new Recording(expected, () -> {});
    }

    @Test
    void callbacksComeOnceInTheOrderOfTheSendsFromAThreadOfTheirOwn() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Recording recording = new Recording(4, () -> threads.add(Thread.currentThread()));
        MessageProducer producer = session.createProducer(queue);
        MessageProducer other = session.createProducer(new NarabiQueue("other"));
        engine.failNext(Op.SEND, REFUSED);

        producer.send(message(session, "a:1"), recording);
        other.send(session.createTextMessage("2"), recording);
        producer.send(message(session, "b:3"), recording);
        other.send(session.createTextMessage("4"), recording);
        recording.await();

        assertThat(calls).containsExactly("failed a:1 ResourceAllocationException", "ok 2", "ok b:3", "ok 4");
        assertThat(threads).doesNotContain(Thread.currentThread()).allMatch(t -> t == threads.get(0));
    }

    @Test
    void nothingIsToldBeforeTheMessageIsStored() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Recording recording = recording(1);
        engine.hold(Op.SEND);

        session.createProducer(queue).send(session.createTextMessage("1"), recording);
        org.awaitility.Awaitility.await().during(A_WHILE).atMost(SOON).until(calls::isEmpty);
        engine.release(Op.SEND);
        recording.await();

        assertThat(calls).containsExactly("ok 1");
        assertThat(engine.owed("q")).containsExactly("1");
    }

    @Test
    void afterAFailureTheGroupIsRefusedUntilTheCallbackHasReturned() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue);
        CountDownLatch inCallback = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        Recording slow = new Recording(1, () -> {
            inCallback.countDown();
            awaitIn(mayReturn);
        });
        engine.failNext(Op.SEND, REFUSED);
        producer.send(message(session, "g:1"), slow);
        assertThat(inCallback.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThatThrownBy(() -> producer.send(message(session, "g:2"), recording(1)))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("group g");
        assertThatThrownBy(() -> producer.send(message(session, "g:2"))).isInstanceOf(JMSException.class);
        producer.send(message(session, "h:1"));
        mayReturn.countDown();
        slow.await();

        // The callback has recorded, but not yet returned for certain.
        org.awaitility.Awaitility.await()
                .atMost(SOON)
                .ignoreExceptionsInstanceOf(JMSException.class)
                .until(() -> {
                    producer.send(message(session, "g:2"));
                    return true;
                });
        assertThat(engine.owed("q")).containsExactly("h:1", "g:2");
    }

    @Test
    void closeCommitAndRollbackWaitForTheCallbacks() throws Exception {
        for (String what : List.of("producer", "session", "connection", "commit", "rollback")) {
            Connection connection = connect("");
            Session session = connection.createSession(
                    what.matches("commit|rollback") ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(queue);
            calls.clear();
            engine.hold(Op.SEND);
            producer.send(session.createTextMessage(what), recording(1));
            JmsExceptions.Action action = switch (what) {
                case "producer" -> producer::close;
                case "session" -> session::close;
                case "connection" -> connection::close;
                case "commit" -> session::commit;
                default -> session::rollback;
            };

            CompletableFuture<Object> done = inThread(() -> {
                action.run();
                return calls.size();
            });
            assertPending(done);
            engine.release(Op.SEND);

            assertThat(soon(done)).as(what).isEqualTo(1);
            connection.close();
        }
    }

    @Test
    void callbacksMustNotEndWhatTheyBelongTo() throws Exception {
        Connection connection = connect("");
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        for (JmsExceptions.Action action : List.<JmsExceptions.Action>of(
                producer::close, session::close, connection::close, session::commit, session::rollback)) {
            calls.clear();
            Recording recording = new Recording(1, action);
            producer.send(session.createTextMessage("1"), recording);
            recording.await();

            assertThat(calls).containsExactly("ok 1 " + IllegalStateException.class.getSimpleName());
        }
    }

    @Test
    void aCallbackMayUseItsSession() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue);
        Recording second = recording(1);
        Recording first = new Recording(1, () -> {
            producer.send(session.createTextMessage("2"), second);
            session.createProducer(queue).close();
        });

        producer.send(session.createTextMessage("1"), first);
        first.await();
        second.await();

        assertThat(calls).containsExactly("ok 1", "ok 2");
    }

    @Test
    void aListenerMayWaitForItsSends() throws Exception {
        send("1");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(new NarabiQueue("out"));
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        session.createConsumer(queue).setMessageListener(message -> {
            try {
                Recording recording = recording(1);
                producer.send(session.createTextMessage("from a listener"), recording);
                recording.await();
                outcome.complete("sent");
            } catch (Exception | AssertionError e) {
                outcome.complete(e);
            }
        });

        assertThat(soon(outcome)).isEqualTo("sent");
    }

    @Test
    void theMessageIsTakenAsItIsAtTheSend() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Recording recording = recording(1);
        engine.hold(Op.SEND);
        var message = session.createTextMessage("as sent");
        session.createProducer(queue).send(message, recording);

        message.setText("changed since");
        engine.release(Op.SEND);
        recording.await();

        assertThat(engine.owed("q")).containsExactly("as sent");
    }

    @Test
    void exceptionsOfCallbacksHarmNobody() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue);
        CountDownLatch thrown = new CountDownLatch(1);
        producer.send(session.createTextMessage("1"), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                thrown.countDown();
                throw new IllegalArgumentException("on purpose");
            }

            @Override
            public void onException(Message message, Exception exception) {}
        });
        Recording recording = recording(1);
        producer.send(session.createTextMessage("2"), recording);
        recording.await();

        assertThat(thrown.getCount()).isZero();
        assertThat(calls).containsExactly("ok 2");
    }

    @Test
    void aCompletionListenerIsNeeded() throws Exception {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        assertThatThrownBy(() -> session.createProducer(queue).send(session.createMessage(), null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
