package io.narabi.broker;

import static io.narabi.broker.EngineDriver.get;
import static io.narabi.broker.EngineDriver.message;
import static io.narabi.broker.EngineDriver.take;
import static io.narabi.broker.EngineDriver.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.config.DestinationOptions;
import io.narabi.config.NarabiUrl;
import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaException;
import io.narabi.engine.FailureCause;
import io.narabi.engine.SessionMode;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DESIGN §2.12: a unit of work that takes longer than {@code ackTimeout} is fenced first, and its lanes released when its call is over. */
class AckTimeoutTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofMillis(1);

    private final SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
    private final Broker broker =
            new Broker("memory:acks", NarabiUrl.parse("memory:acks"), new MemoryStore(environment), environment);
    private final EngineConnection connection = broker.connect(() -> {});
    private final EngineConnection others = broker.connect(() -> {});
    private EngineConsumer other;

    @BeforeEach
    void open() {
        connection.start();
        others.start();
        configure(TIMEOUT);
        other = consumer(others.openSession(SessionMode.ACKNOWLEDGED));
        try (EngineSession sender = connection.openSession(SessionMode.ACKNOWLEDGED)) {
            for (String text : List.of("1", "2", "3")) {
                get(sender.send(message("q", "g", text)));
            }
        }
    }

    @AfterEach
    void close() {
        broker.close();
        assertThat(environment.failures()).isEmpty();
    }

    private void configure(Duration timeout) {
        new BrokerAdmin(broker, () -> {})
                .configure(DestinationOptions.queue("q")
                        .subscription(o -> o.ackTimeout(timeout).maxDeliveries(3)));
    }

    private static EngineConsumer consumer(EngineSession session) {
        return session.consume(ConsumeCommand.ofQueue("q", 1), () -> {});
    }

    private static Delivery taken(EngineConsumer consumer) {
        return take(consumer).orElseThrow();
    }

    private static void assertFails(CompletionStage<?> stage, Reason reason) {
        assertThatThrownBy(() -> get(stage))
                .isInstanceOf(CompletionException.class)
                .hasMessageContaining("ackTimeout")
                .cause()
                .isInstanceOfSatisfying(
                        EngineException.class,
                        failure -> assertThat(failure.reason()).isEqualTo(reason));
    }

    @Test
    void aReceiverThatDoesNotComeBackLosesWhatItHolds() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        Delivery late = taken(consumer(session));
        environment.advance(TIMEOUT.minus(SOON));
        assertThat(take(other)).isEmpty();
        environment.advance(SOON);
        Delivery again = taken(other);
        assertThat(text(again)).isEqualTo("1");
        assertThat(again.attempt()).isEqualTo(2);
        assertFails(session.acknowledge(List.of(late), false), Reason.ILLEGAL_STATE);
        get(others.openSession(SessionMode.ACKNOWLEDGED).acknowledge(List.of(), false));
        assertThat(take(other).map(EngineDriver::text)).as("the owner's").contains("2");
    }

    @Test
    void itIsAnAttemptLikeAnyOther() {
        for (int attempt = 1; attempt <= 3; attempt++) {
            EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
            Delivery delivery = taken(consumer(session));
            assertThat(text(delivery)).isEqualTo("1");
            assertThat(delivery.attempt()).isEqualTo(attempt);
            environment.advance(TIMEOUT);
            session.close();
        }
        environment.runUntilIdle();
        assertThat(take(other).map(EngineDriver::text))
                .as("1 is in the dead-letter queue")
                .contains("2");
    }

    @Test
    void aListenersMessageGoesToNobodyBeforeItsCallHasReturned() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        EngineConsumer listening = consumer(session);
        listening.demand(EngineConsumer.Demand.LISTENER);
        Delivery late = taken(listening);
        environment.advance(TIMEOUT.multipliedBy(3));
        assertThat(take(other)).as("the listener still runs").isEmpty();
        assertFails(session.acknowledge(List.of(late), false), Reason.ILLEGAL_STATE);
        assertThat(take(other)).as("the listener still runs").isEmpty();
        listening.demand(EngineConsumer.Demand.NONE);
        assertThat(listening.claim().map(claim -> {
                    listening.putBack(claim);
                    return true;
                }))
                .as("it has returned, its session asks for more")
                .contains(true);
        Delivery again = taken(other);
        assertThat(text(again)).isEqualTo("1");
        assertThat(again.attempt()).isEqualTo(2);
    }

    @Test
    void aListenersMessageGoesToOthersWhenItsSessionIsClosed() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        EngineConsumer listening = consumer(session);
        listening.demand(EngineConsumer.Demand.LISTENER);
        taken(listening);
        environment.advance(TIMEOUT);
        assertThat(take(other)).isEmpty();
        session.close();
        assertThat(taken(other).attempt()).isEqualTo(2);
    }

    @Test
    void aLocalTransactionCanOnlyBeRolledBackAndTheNextOneIsAsAlways() {
        EngineSession session = connection.openSession(SessionMode.TRANSACTED);
        EngineConsumer consumer = consumer(session);
        taken(consumer);
        get(session.send(message("out", "g", "never seen")));
        environment.advance(TIMEOUT);
        Delivery again = taken(other);
        assertThat(again.attempt()).isEqualTo(2);
        assertFails(session.commit(), Reason.ROLLED_BACK);
        EngineConsumer out =
                others.openSession(SessionMode.ACKNOWLEDGED).consume(ConsumeCommand.ofQueue("out", 1), () -> {});
        assertThat(take(out)).isEmpty();
        get(session.send(message("out", "g", "seen")));
        get(session.commit());
        assertThat(take(out).map(EngineDriver::text)).contains("seen");
    }

    @Test
    void aRollbackAfterTheTimeIsOverIsWhatItAlwaysIs() {
        EngineSession session = connection.openSession(SessionMode.TRANSACTED);
        EngineConsumer consumer = consumer(session);
        taken(consumer);
        environment.advance(TIMEOUT);
        get(session.rollback(FailureCause.of(FailureCause.Kind.ROLLED_BACK)));
        Delivery again = taken(consumer);
        assertThat(again.attempt()).isEqualTo(2);
        get(session.commit());
        assertThat(take(other).map(EngineDriver::text)).contains("2");
    }

    @Test
    void anXaBranchCanOnlyBeRolledBack() {
        EngineSession session = connection.openSession(SessionMode.XA);
        EngineConsumer consumer = consumer(session);
        XidImage xid = new XidImage(new io.narabi.store.BranchId(1, new byte[] {1}, new byte[] {1}));
        session.startBranch(xid, BranchStart.NEW);
        taken(consumer);
        environment.advance(TIMEOUT);
        assertThat(take(other)).as("its lanes stay until it is completed").isEmpty();
        assertThatThrownBy(() -> get(session.send(message("out", "g", "late")))).hasMessageContaining("rolled back");
        session.endBranch(xid, BranchEnd.SUCCESS);
        assertThatThrownBy(() -> get(connection.transactions().prepare(xid)))
                .cause()
                .isInstanceOfSatisfying(
                        EngineXaException.class,
                        failure -> assertThat(failure.errorCode()).isEqualTo(XAException.XA_RBROLLBACK));
        assertThat(taken(other).attempt()).isEqualTo(2);
    }

    @Test
    void aBranchThatHasEndedIsTheTransactionManagersToComplete() {
        EngineSession session = connection.openSession(SessionMode.XA);
        XidImage xid = new XidImage(new io.narabi.store.BranchId(1, new byte[] {1}, new byte[] {2}));
        session.startBranch(xid, BranchStart.NEW);
        EngineConsumer consumer = consumer(session);
        taken(consumer);
        session.endBranch(xid, BranchEnd.SUCCESS);
        environment.advance(TIMEOUT.multipliedBy(10));
        assertThat(take(other)).isEmpty();
        get(connection.transactions().commit(xid, true));
        assertThat(take(other).map(EngineDriver::text)).contains("2");
    }

    @Test
    void renewBeginsTheTimeAnew() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        Delivery delivery = taken(consumer(session));
        for (int i = 0; i < 5; i++) {
            environment.advance(TIMEOUT.minus(SOON));
            session.renew();
        }
        assertThat(take(other)).isEmpty();
        get(session.acknowledge(List.of(delivery), false));
        assertThat(take(other).map(EngineDriver::text)).contains("2");
    }

    @Test
    void keptLanesAreGivenBackWhenTheSessionDoesNotComeBack() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        Delivery delivery = taken(consumer(session));
        get(session.acknowledge(List.of(delivery), true));
        environment.advance(TIMEOUT.minus(SOON));
        session.renew();
        environment.advance(TIMEOUT.minus(SOON));
        assertThat(take(other)).isEmpty();
        environment.advance(SOON);
        Delivery next = taken(other);
        assertThat(text(next)).isEqualTo("2");
        assertThat(next.attempt()).as("nothing had failed").isEqualTo(1);
    }

    @Test
    void withoutSuchATimeNothingIsEverOver() {
        configure(Duration.ZERO);
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        Delivery delivery = taken(consumer(session));
        environment.advance(Duration.ofDays(365));
        assertThat(take(other)).isEmpty();
        get(session.acknowledge(List.of(delivery), true));
        environment.advance(Duration.ofDays(365));
        assertThat(take(other)).isEmpty();
        session.releaseKeptLanes();
        assertThat(take(other).map(EngineDriver::text)).contains("2");
    }
}
