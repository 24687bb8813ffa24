package io.narabi.broker;

import static io.narabi.broker.EngineDriver.get;
import static io.narabi.broker.EngineDriver.message;
import static io.narabi.broker.EngineDriver.take;
import static io.narabi.broker.EngineDriver.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.admin.NarabiAdmin;
import io.narabi.config.Acceptance;
import io.narabi.config.DestinationOptions;
import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineTransactions.PrepareVote;
import io.narabi.engine.FailureCause;
import io.narabi.engine.SessionMode;
import io.narabi.store.BranchId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The embedded engine through its SPI: sessions, transactions, ownership, dead letters. */
class EmbeddedEngineTest {

    private static final FailureCause ROLLED_BACK = FailureCause.of(FailureCause.Kind.ROLLED_BACK);

    private String url;
    private NarabiBroker broker;
    private EngineConnection connection;

    @BeforeEach
    void open(TestInfo test) {
        url = "memory:" + test.getTestMethod().orElseThrow().getName();
        broker = NarabiBroker.open(url);
        connection = EngineDriver.connect(url);
    }

    @AfterEach
    void close() {
        connection.close();
        broker.close();
    }

    private EngineSession session(SessionMode mode) {
        return connection.openSession(mode);
    }

    private EngineConsumer consumer(EngineSession session) {
        return session.consume(ConsumeCommand.ofQueue("q", 1), () -> {});
    }

    private void send(String group, String... texts) {
        try (EngineSession session = session(SessionMode.ACKNOWLEDGED)) {
            for (String text : texts) {
                get(session.send(message("q", group, text)));
            }
        }
    }

    @Test
    void aGroupIsNotHandedToAnotherSessionBeforeItsMessageIsAcknowledged() {
        send("g", "1", "2");
        EngineSession first = session(SessionMode.ACKNOWLEDGED);
        EngineSession second = session(SessionMode.ACKNOWLEDGED);
        EngineConsumer one = consumer(first);
        EngineConsumer two = consumer(second);

        Delivery delivery = take(one).orElseThrow();
        assertThat(text(delivery)).isEqualTo("1");
        assertThat(take(two)).isEmpty();

        get(first.acknowledge(List.of(delivery), false));
        assertThat(take(two).map(EngineDriver::text)).contains("2");
        assertThat(take(one)).isEmpty();
    }

    @Test
    void aKeptLaneStaysUntilItIsReleased() {
        send("g", "1", "2");
        EngineSession first = session(SessionMode.ACKNOWLEDGED);
        EngineConsumer one = consumer(first);
        EngineConsumer two = consumer(session(SessionMode.ACKNOWLEDGED));
        get(first.acknowledge(List.of(take(one).orElseThrow()), true));
        assertThat(take(two)).isEmpty();
        first.releaseKeptLanes();
        assertThat(take(two).map(EngineDriver::text)).contains("2");
    }

    @Test
    void aReleaseThatOvertakesTheAcknowledgementKeepsNothing() {
        send("g", "1", "2");
        EngineSession first = session(SessionMode.ACKNOWLEDGED);
        EngineConsumer one = consumer(first);
        EngineConsumer two = consumer(session(SessionMode.ACKNOWLEDGED));
        var acknowledged = first.acknowledge(List.of(take(one).orElseThrow()), true);
        first.releaseKeptLanes();
        get(acknowledged);
        assertThat(take(two).map(EngineDriver::text)).contains("2");
    }

    @Test
    void aLocalTransactionShowsItsSendsAtCommitAndNoneAtRollback() {
        EngineSession sender = session(SessionMode.TRANSACTED);
        EngineConsumer reader = consumer(session(SessionMode.ACKNOWLEDGED));
        get(sender.send(message("q", "g", "gone")));
        get(sender.rollback(ROLLED_BACK));
        get(sender.send(message("q", "g", "1")));
        assertThat(take(reader)).isEmpty();
        get(sender.commit());
        assertThat(take(reader).map(EngineDriver::text)).contains("1");
    }

    @Test
    void aRolledBackDeliveryComesBackFirstWithItsCount() {
        send("g", "1", "2");
        EngineSession session = session(SessionMode.TRANSACTED);
        EngineConsumer consumer = consumer(session);
        assertThat(text(take(consumer).orElseThrow())).isEqualTo("1");
        assertThat(text(take(consumer).orElseThrow())).isEqualTo("2");
        get(session.rollback(ROLLED_BACK));
        Delivery again = take(consumer).orElseThrow();
        assertThat(text(again)).isEqualTo("1");
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.redelivered()).isTrue();
        get(session.commit());
        assertThat(take(consumer).orElseThrow().attempt()).isEqualTo(2);
    }

    @Test
    void anExhaustedMessageMovesToTheDeadLetterQueueAndTheLaneGoesOn() {
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            admin.configure(DestinationOptions.queue("q").subscription(o -> o.maxDeliveries(2)));
        }
        send("g", "bad", "good");
        EngineSession session = session(SessionMode.TRANSACTED);
        EngineConsumer consumer = consumer(session);
        for (int i = 0; i < 2; i++) {
            assertThat(text(take(consumer).orElseThrow())).isEqualTo("bad");
            get(session.rollback(FailureCause.of(FailureCause.Kind.ROLLED_BACK, new IllegalStateException("why"))));
        }
        Delivery next = Awaitility.await()
                .until(() -> take(consumer), Optional::isPresent)
                .orElseThrow();
        assertThat(text(next)).isEqualTo("good");
        assertThat(next.attempt()).isEqualTo(1);
        EngineConsumer dead = session(SessionMode.ACKNOWLEDGED).consume(ConsumeCommand.ofQueue("q.DLQ", 1), () -> {});
        Delivery letter = take(dead).orElseThrow();
        assertThat(text(letter)).isEqualTo("bad");
        assertThat(letter.attempt()).isEqualTo(1);
        assertThat(letter.message().group()).contains("g");
        assertThat(letter.message().properties())
                .containsEntry("JMS_NARABI_DEAD_REASON", "EXHAUSTED")
                .containsEntry("JMS_NARABI_DEAD_DESTINATION", "q")
                .containsEntry("JMS_NARABI_DEAD_DELIVERIES", 2)
                .containsEntry("JMS_NARABI_DEAD_EXCEPTION", "java.lang.IllegalStateException: why");
    }

    @Test
    void aBranchOwnsItsLanesUntilItIsCommittedEvenWhenItsSessionIsGone() {
        send("g", "1", "2");
        XidImage xid = xid(1);
        EngineSession session = session(SessionMode.XA);
        EngineConsumer consumer = consumer(session);
        EngineConsumer other = consumer(session(SessionMode.ACKNOWLEDGED));
        session.startBranch(xid, BranchStart.NEW);
        assertThat(take(consumer).map(EngineDriver::text)).contains("1");
        get(session.send(message("out", "g", "x")));
        session.endBranch(xid, BranchEnd.SUCCESS);
        session.close();
        assertThat(take(other)).isEmpty();
        assertThat(get(connection.transactions().prepare(xid))).isEqualTo(PrepareVote.OK);
        assertThat(connection.transactions().recover()).hasSize(1);
        assertThat(take(other)).isEmpty();
        get(connection.transactions().commit(xid, false));
        assertThat(take(other).map(EngineDriver::text)).contains("2");
        EngineConsumer out = session(SessionMode.ACKNOWLEDGED).consume(ConsumeCommand.ofQueue("out", 1), () -> {});
        assertThat(take(out).map(EngineDriver::text)).contains("x");
        assertThat(connection.transactions().recover()).isEmpty();
    }

    @Test
    void anotherBranchOnTheSameSessionIsAnotherOwner() {
        send("g", "1", "2");
        EngineSession session = session(SessionMode.XA);
        EngineConsumer consumer = consumer(session);
        session.startBranch(xid(1), BranchStart.NEW);
        assertThat(take(consumer).map(EngineDriver::text)).contains("1");
        session.endBranch(xid(1), BranchEnd.SUSPEND);
        session.startBranch(xid(2), BranchStart.NEW);
        assertThat(take(consumer)).isEmpty();
        session.endBranch(xid(2), BranchEnd.SUCCESS);
        session.startBranch(xid(1), BranchStart.RESUME);
        assertThat(take(consumer).map(EngineDriver::text)).contains("2");
        session.endBranch(xid(1), BranchEnd.SUCCESS);
        get(connection.transactions().rollback(xid(1)));
        assertThat(take(consumer).orElseThrow().attempt()).isEqualTo(2);
    }

    @Test
    void aBranchRolledBackElsewhereIsFencedAndReleasedWhenTheCallHasReturned() throws InterruptedException {
        send("g", "1", "2");
        EngineSession session = session(SessionMode.XA);
        EngineConsumer consumer = consumer(session);
        EngineConsumer other = consumer(session(SessionMode.ACKNOWLEDGED));
        session.startBranch(xid(1), BranchStart.NEW);
        assertThat(take(consumer).map(EngineDriver::text)).contains("1");

        Thread reaper = new Thread(() -> {
            session.endBranch(xid(1), BranchEnd.FAIL);
            get(connection.transactions().rollback(xid(1)));
        });
        reaper.start();
        reaper.join();

        assertThat(take(other)).as("the listener still runs").isEmpty();
        assertThatThrownBy(() -> get(session.send(message("out", "g", "late"))))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(EngineException.class)
                .hasMessageContaining("rolled back");
        consumer.close();
        session.close();
        assertThat(take(other).orElseThrow().attempt()).isEqualTo(2);
    }

    @Test
    void acceptanceIsRefusedWithTheRuleNamed() {
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            admin.configure(DestinationOptions.queue("q").acceptance(Acceptance.FIFO));
        }
        EngineSession session = session(SessionMode.ACKNOWLEDGED);
        assertThatThrownBy(() -> get(session.send(message("q", "", "x"))))
                .cause()
                .isInstanceOfSatisfying(
                        EngineException.class,
                        e -> assertThat(e.reason()).isEqualTo(EngineException.Reason.NOT_ACCEPTED))
                .hasMessageContaining("queue q")
                .hasMessageContaining("FIFO");
    }

    @Test
    void aGroupCanComeFromABusinessProperty() {
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            admin.configure(DestinationOptions.queue("q").groupFrom("orderId").retention(Duration.ZERO));
        }
        var message = EngineDriver.data("", "x").withProperties(java.util.Map.of("orderId", 7L));
        get(session(SessionMode.ACKNOWLEDGED)
                .send(new io.narabi.engine.SendCommand(io.narabi.engine.DestinationName.queue("q"), message)));
        Delivery delivery = take(consumer(session(SessionMode.ACKNOWLEDGED))).orElseThrow();
        assertThat(delivery.message().group()).contains("7");
    }

    @Test
    void theNumberOfPartitionsChangesUnderTrafficAndEachGroupStaysInOrder() {
        EngineSession session = session(SessionMode.ACKNOWLEDGED);
        int[] partitions = {8, 3, 16, 1};
        int number = 0;
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            for (int count : partitions) {
                admin.configure(DestinationOptions.queue("q").partitions(count));
                for (int i = 0; i < 50; i++) {
                    for (String group : List.of("a", "b", "c")) {
                        int partition = get(session.send(message("q", group, group + number)))
                                .place()
                                .partition();
                        assertThat(partition).isEqualTo(io.narabi.placement.GroupPlacement.partition(group, count));
                    }
                    number++;
                }
            }
        }
        EngineConsumer consumer = consumer(session);
        java.util.Map<String, Integer> next = new java.util.HashMap<>();
        for (int i = 0; i < 3 * number; i++) {
            Delivery delivery = take(consumer).orElseThrow();
            String group = delivery.message().group().orElseThrow();
            assertThat(text(delivery)).isEqualTo(group + next.getOrDefault(group, 0));
            next.merge(group, 1, Integer::sum);
            get(session.acknowledge(List.of(delivery), false));
        }
    }

    @Test
    void closingASessionReturnsItsDeliveriesCounted() {
        send("g", "1");
        EngineSession session = session(SessionMode.ACKNOWLEDGED);
        assertThat(take(consumer(session))).isPresent();
        session.close();
        Delivery again = take(consumer(session(SessionMode.ACKNOWLEDGED))).orElseThrow();
        assertThat(again.attempt()).isEqualTo(2);
    }

    @Test
    void aClaimThatIsPutBackCountsNothing() {
        send("g", "1");
        EngineConsumer consumer = consumer(session(SessionMode.ACKNOWLEDGED));
        consumer.putBack(consumer.claim().orElseThrow());
        Delivery delivery = take(consumer).orElseThrow();
        assertThat(delivery.attempt()).isEqualTo(1);
        assertThat(delivery.redelivered()).isFalse();
    }

    private static XidImage xid(int number) {
        return new XidImage(new BranchId(1, new byte[] {(byte) number}, new byte[] {1}));
    }
}
