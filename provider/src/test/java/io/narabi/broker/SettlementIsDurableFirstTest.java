package io.narabi.broker;

import static io.narabi.broker.EngineDriver.get;
import static io.narabi.broker.EngineDriver.message;
import static io.narabi.broker.EngineDriver.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineSession;
import io.narabi.engine.SessionMode;
import io.narabi.runtime.Environment;
import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.BranchId;
import io.narabi.store.memory.MemoryStore;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DESIGN §2.3: a lane is released only when the settlement is durable, and §2.16: nothing completes before. */
class SettlementIsDurableFirstTest {

    private HoldingStore store;
    private Broker broker;
    private BrokerConnection connection;
    private EngineConsumer other;

    @BeforeEach
    void open() {
        Environment environment = new SystemEnvironment();
        store = new HoldingStore(new MemoryStore(environment));
        broker = new Broker("held", NarabiUrl.parse("memory:held"), store, environment);
        connection = broker.connect(() -> {});
        connection.start();
        EngineSession sender = connection.openSession(SessionMode.ACKNOWLEDGED);
        get(sender.send(message("q", "g", "1")));
        get(sender.send(message("q", "g", "2")));
        other = consumer(connection.openSession(SessionMode.ACKNOWLEDGED));
    }

    @AfterEach
    void close() {
        store.release();
        broker.close();
    }

    private static EngineConsumer consumer(EngineSession session) {
        return session.consume(ConsumeCommand.ofQueue("q", 1), () -> {});
    }

    private void releasedOnlyWhenDurable(CompletionStage<?> settlement) {
        assertThat(settlement.toCompletableFuture()).isNotDone();
        assertThat(take(other)).as("before it is durable").isEmpty();
        store.release();
        get(settlement);
        assertThat(take(other).map(EngineDriver::text)).contains("2");
    }

    @Test
    void anAcknowledgement() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        Delivery delivery = take(consumer(session)).orElseThrow();
        store.hold();
        releasedOnlyWhenDurable(session.acknowledge(List.of(delivery), false));
    }

    @Test
    void aCommit() {
        EngineSession session = connection.openSession(SessionMode.TRANSACTED);
        assertThat(take(consumer(session))).isPresent();
        store.hold();
        releasedOnlyWhenDurable(session.commit());
    }

    @Test
    void aBranchCommittedInOnePhase() {
        XidImage xid = branchWithADelivery();
        store.hold();
        releasedOnlyWhenDurable(connection.transactions().commit(xid, true));
    }

    @Test
    void aPreparedBranch() {
        XidImage xid = branchWithADelivery();
        get(connection.transactions().prepare(xid));
        store.hold();
        releasedOnlyWhenDurable(connection.transactions().commit(xid, false));
    }

    @Test
    void aSend() {
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        store.hold();
        CompletionStage<?> sent = session.send(message("r", "", "x"));
        assertThat(sent.toCompletableFuture()).isNotDone();
        EngineConsumer reader = session.consume(ConsumeCommand.ofQueue("r", 1), () -> {});
        assertThat(take(reader)).as("before it is durable").isEmpty();
        store.release();
        get(sent);
        assertThat(take(reader)).isPresent();
    }

    private XidImage branchWithADelivery() {
        XidImage xid = new XidImage(new BranchId(1, new byte[] {1}, new byte[] {1}));
        EngineSession session = connection.openSession(SessionMode.XA);
        session.startBranch(xid, BranchStart.NEW);
        assertThat(take(consumer(session))).isPresent();
        session.endBranch(xid, BranchEnd.SUCCESS);
        return xid;
    }
}
