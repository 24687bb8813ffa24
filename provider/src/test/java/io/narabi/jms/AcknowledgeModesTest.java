package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.jms.FakeEngine.Op;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** DESIGN §2.4 and §2.16, Jakarta Messaging 3.1 §6.2.10 and §8.7, over a double of an engine. */
class AcknowledgeModesTest extends JmsTestBase {

    private static final EngineException UNKNOWN = new EngineException(Reason.OUTCOME_UNKNOWN, "Written perhaps");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private MessageListener hear() {
        return message -> heard.add(textOf(message) + "#" + countOf(message));
    }

    private static String textOf(Message message) {
        return JmsExceptions.unchecked(() -> text(message));
    }

    private static int countOf(Message message) {
        return JmsExceptions.unchecked(() -> message.getIntProperty("JMSXDeliveryCount"));
    }

    private String hearNext() throws InterruptedException {
        return heard.poll(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void autoSettlesEachReceiveAndKeepsItsLaneUntilTheNext() throws Exception {
        send("g:1", "g:2");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);

        assertThat(receive(consumer)).isEqualTo("g:1");
        await().atMost(SOON).until(() -> engine.owed("q").equals(List.of("g:2")));
        MessageConsumer other = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        assertThat(other.receiveNoWait()).as("the lane is kept").isNull();

        assertThat(receive(consumer)).isEqualTo("g:2");
        assertThat(log("acknowledge", "releaseKeptLanes"))
                .containsExactly("acknowledge [g:1] keep", "releaseKeptLanes", "acknowledge [g:2] keep");
    }

    @Test
    void autoGivesTheNextMessageOnlyWhenTheAcknowledgementIsDurable() throws Exception {
        send("1", "2");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        engine.hold(Op.ACKNOWLEDGE);

        assertThat(receive(consumer)).as("receive returns first").isEqualTo("1");
        CompletableFuture<String> next = inThread(() -> receive(consumer));
        assertPending(next);
        engine.release(Op.ACKNOWLEDGE);

        assertThat(soon(next)).isEqualTo("2");
    }

    @Test
    void aLargerWindowOverlaps() throws Exception {
        send("1", "2", "3", "4");
        MessageConsumer consumer =
                connect("?ackWindow=3").createSession(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        engine.hold(Op.ACKNOWLEDGE);

        assertThat(receive(consumer)).isEqualTo("1");
        assertThat(receive(consumer)).isEqualTo("2");
        assertThat(receive(consumer)).isEqualTo("3");
        CompletableFuture<String> next = inThread(() -> receive(consumer));
        assertPending(next);
        engine.release(Op.ACKNOWLEDGE);

        assertThat(soon(next)).isEqualTo("4");
    }

    @Test
    void laneReleaseOnReturnKeepsNoLane() throws Exception {
        send("g:1");
        MessageConsumer consumer = connect("?laneRelease=ON_RETURN")
                .createSession(Session.AUTO_ACKNOWLEDGE)
                .createConsumer(queue);

        receive(consumer);

        awaitLog("acknowledge [g:1]");
    }

    @Test
    void theCloseOfTheConsumerWaitsAndReleasesTheLane() throws Exception {
        send("g:1", "g:2");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        engine.hold(Op.ACKNOWLEDGE);
        receive(consumer);

        CompletableFuture<Object> closed = inThread(() -> {
            consumer.close();
            return null;
        });
        assertPending(closed);
        engine.release(Op.ACKNOWLEDGE);
        soon(closed);

        assertThat(receive(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue)))
                .isEqualTo("g:2");
    }

    @Test
    void theCloseOfAnotherConsumerReleasesNothing() throws Exception {
        send("g:1", "g:2");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        MessageConsumer idle = session.createConsumer(new NarabiQueue("other"));
        receive(consumer);

        idle.close();

        assertThat(engine.log()).doesNotContain("releaseKeptLanes");
        assertThat(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).receiveNoWait())
                .isNull();
    }

    @Test
    void anAcknowledgementThatFailsIsReportedOnceAndTheMessageComesBack() throws Exception {
        send("1", "2");
        MessageConsumer consumer = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        engine.failNext(Op.ACKNOWLEDGE, UNKNOWN);

        assertThat(receive(consumer)).isEqualTo("1");
        assertThatThrownBy(() -> receive(consumer))
                .isInstanceOfSatisfying(
                        JMSException.class, e -> assertThat(e.getErrorCode()).isEqualTo("OUTCOME_UNKNOWN"));

        assertThat(receive(consumer)).isEqualTo("1");
        assertThat(receive(consumer)).isEqualTo("2");
    }

    @Test
    void anAutoListenerGetsTheNextMessageOnlyWhenTheAcknowledgementIsDurable() throws Exception {
        send("g:1", "g:2");
        engine.hold(Op.ACKNOWLEDGE);
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).setMessageListener(hear());

        assertThat(hearNext()).isEqualTo("g:1#1");
        await().atMost(SOON).until(() -> engine.heldCount(Op.ACKNOWLEDGE) == 1);
        assertThat(heard.poll(A_WHILE.toMillis(), TimeUnit.MILLISECONDS)).isNull();
        engine.release(Op.ACKNOWLEDGE);

        assertThat(hearNext()).isEqualTo("g:2#1");
        assertThat(log("acknowledge")).first().isEqualTo("acknowledge [g:1]");
    }

    @Test
    void anAutoListenersExceptionFailsTheAttemptAndTheMessageComesAtOnce() throws Exception {
        send("1", "2");
        MessageListener failsOnce = message -> {
            hear().onMessage(message);
            if (countOf(message) == 1 && textOf(message).equals("1")) {
                throw new IllegalArgumentException("on purpose");
            }
        };
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).setMessageListener(failsOnce);

        assertThat(List.of(hearNext(), hearNext(), hearNext())).containsExactly("1#1", "1#2", "2#1");
        awaitLog("acknowledge [2]");
        assertThat(log("acknowledge", "fail"))
                .containsExactly("fail [1] LISTENER_FAILED", "acknowledge [1]", "acknowledge [2]");
    }

    @Test
    void recoverInAnAutoListenerBringsItsMessageBack() throws Exception {
        send("1", "2");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(queue).setMessageListener(message -> {
            hear().onMessage(message);
            if (countOf(message) == 1 && textOf(message).equals("1")) {
                JmsExceptions.unchecked(session::recover);
            }
        });

        assertThat(List.of(hearNext(), hearNext(), hearNext())).containsExactly("1#1", "1#2", "2#1");
        awaitLog("acknowledge [2]");
        assertThat(log("acknowledge", "fail"))
                .containsExactly("fail [1] RECOVERED", "acknowledge [1]", "acknowledge [2]");
    }

    @Test
    void recoverAfterAnAutoReceiveBringsNothingBack() throws Exception {
        send("1", "2");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);

        session.recover();

        assertThat(receive(consumer)).isEqualTo("2");
    }

    @Test
    void dupsOkWritesHalfAWindowAtOnce() throws Exception {
        send("1", "2", "3");
        MessageConsumer consumer = connect("?ackWindow=4")
                .createSession(Session.DUPS_OK_ACKNOWLEDGE)
                .createConsumer(queue);

        receive(consumer);
        receive(consumer);
        receive(consumer);

        // The last of a batch is still being worked on: its lane is kept.
        assertThat(log("acknowledge")).startsWith("acknowledge [1]", "acknowledge [2] keep");
    }

    @Test
    void dupsOkWritesWhenNothingMoreIsToBeHad() throws Exception {
        send("1", "2", "3");
        MessageConsumer consumer = connect("?ackWindow=1000")
                .createSession(Session.DUPS_OK_ACKNOWLEDGE)
                .createConsumer(queue);
        engine.hold(Op.ACKNOWLEDGE);
        for (int i = 0; i < 3; i++) {
            receive(consumer);
        }

        assertThat(consumer.receiveNoWait()).isNull();

        assertThat(log("acknowledge").toString()).contains("3");
    }

    @Test
    void dupsOkWritesAfterATenthOfASecondAndKeepsTheLastLane() throws Exception {
        send("g:1", "g:2", "g:3");
        MessageConsumer consumer = connect("?ackWindow=1000")
                .createSession(Session.DUPS_OK_ACKNOWLEDGE)
                .createConsumer(queue);

        receive(consumer);
        receive(consumer);

        await().atMost(SOON).until(() -> engine.owed("q").equals(List.of("g:3")));
        assertThat(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).receiveNoWait())
                .as("somebody may still work on g:2")
                .isNull();
        assertThat(receive(consumer)).isEqualTo("g:3");
    }

    @Test
    void dupsOkListenerWritesWhenIdleAndCloseLosesNothing() throws Exception {
        send("1", "2", "3");
        Session session = connect("?ackWindow=1000").createSession(Session.DUPS_OK_ACKNOWLEDGE);
        session.createConsumer(queue).setMessageListener(hear());
        for (int i = 0; i < 3; i++) {
            hearNext();
        }

        session.close();

        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void dupsOkWritesOnStop() throws Exception {
        send("1", "2");
        var connection = connect("?ackWindow=1000");
        MessageConsumer consumer =
                connection.createSession(Session.DUPS_OK_ACKNOWLEDGE).createConsumer(queue);
        receive(consumer);

        connection.stop();

        assertThat(log("acknowledge")).hasSize(1);
    }

    @Test
    void clientAcknowledgesAllThatTheSessionHandedOver() throws Exception {
        send("1", "2", "3");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = consumer.receive(SOON.toMillis());
        receive(consumer);

        first.acknowledge();

        assertThat(log("acknowledge")).containsExactly("acknowledge [1, 2]");
        assertThat(engine.owed("q")).containsExactly("3");
        first.acknowledge();
        assertThat(log("acknowledge")).as("nothing new").hasSize(1);
    }

    @Test
    void clientRecoverReturnsAllInOrder() throws Exception {
        send("1", "2", "3");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);

        session.recover();

        assertThat(log("fail")).containsExactly("fail [1, 2] RECOVERED");
        Message again = consumer.receive(SOON.toMillis());
        assertThat(text(again)).isEqualTo("1");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(countOf(again)).isEqualTo(2);
    }

    @Test
    void clientListenersExceptionIsFollowedByTheNextMessage() throws Exception {
        send("1", "2");
        session(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue).setMessageListener(message -> {
            hear().onMessage(message);
            throw new IllegalArgumentException("on purpose");
        });

        assertThat(List.of(hearNext(), hearNext())).containsExactly("1#1", "2#1");
        assertThat(log("fail", "acknowledge")).isEmpty();
    }

    @Test
    void aClientAcknowledgementThatFailsCanBeTriedAgain() throws Exception {
        send("1");
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        Message message = session.createConsumer(queue).receive(SOON.toMillis());
        engine.failNext(Op.ACKNOWLEDGE, UNKNOWN);

        assertThatThrownBy(message::acknowledge).isInstanceOf(JMSException.class);
        message.acknowledge();

        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void acknowledgeOnAClosedSessionIsRefusedInEveryMode() throws Exception {
        for (int mode : List.of(
                Session.AUTO_ACKNOWLEDGE,
                Session.CLIENT_ACKNOWLEDGE,
                Session.DUPS_OK_ACKNOWLEDGE,
                Session.SESSION_TRANSACTED)) {
            send("1");
            Session session = session(mode);
            Message message = session.createConsumer(queue).receive(SOON.toMillis());
            message.getJMSMessageID();
            if (mode != Session.CLIENT_ACKNOWLEDGE) {
                message.acknowledge();
            }
            session.close();

            assertThatThrownBy(message::acknowledge).as("mode %s", mode).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aTransactionSettlesAndSendsTogether() throws Exception {
        send("1", "2");
        Session session = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        session.createProducer(new NarabiQueue("out")).send(session.createTextMessage("made of 1"));
        assertThat(engine.owed("out")).isEmpty();

        session.commit();

        assertThat(engine.owed("q")).containsExactly("2");
        assertThat(engine.owed("out")).containsExactly("made of 1");
        assertThat(log("acknowledge")).isEmpty();
    }

    @Test
    void aRollbackReturnsMessagesAndSends() throws Exception {
        send("1", "2");
        Session session = session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        session.createProducer(new NarabiQueue("out")).send(session.createTextMessage("made of 1"));

        session.rollback();

        assertThat(engine.owed("out")).isEmpty();
        assertThat(countOf(consumer.receive(SOON.toMillis()))).isEqualTo(2);
    }

    @Test
    void aTransactedListenersExceptionIsFollowedByTheNextMessage() throws Exception {
        send("1", "2");
        Session session = session(Session.SESSION_TRANSACTED);
        CountDownLatch done = new CountDownLatch(2);
        List<String> seen = new CopyOnWriteArrayList<>();
        session.createConsumer(queue).setMessageListener(message -> {
            seen.add(textOf(message));
            done.countDown();
            if (seen.size() == 1) {
                throw new IllegalArgumentException("on purpose");
            }
            JmsExceptions.unchecked(session::commit);
        });

        assertThat(done.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        await().atMost(SOON).until(() -> engine.owed("q").isEmpty());
        assertThat(seen).containsExactly("1", "2");
    }

    @Test
    void aFencedTransactionIsReportedAsRolledBack() throws Exception {
        Session session = session(Session.SESSION_TRANSACTED);
        engine.failNext(Op.COMMIT, new EngineException(Reason.ROLLED_BACK, "Fenced"));

        assertThatThrownBy(session::commit).isInstanceOf(jakarta.jms.TransactionRolledBackException.class);
    }
}
