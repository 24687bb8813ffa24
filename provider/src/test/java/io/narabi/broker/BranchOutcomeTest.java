package io.narabi.broker;

import static io.narabi.broker.EngineDriver.get;
import static io.narabi.broker.EngineDriver.message;
import static io.narabi.broker.EngineDriver.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaResource;
import io.narabi.engine.SessionMode;
import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.BranchId;
import io.narabi.store.journal.JournalOptions;
import io.narabi.store.journal.JournalStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A branch whose end cannot be written: the transaction manager learns that it has to ask again, and can (scenario 68). */
class BranchOutcomeTest {

    private static final XidImage XID = new XidImage(new BranchId(1, new byte[] {1}, new byte[] {2}));
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(3);

    private SimulatedEnvironment machine = SimulatedEnvironment.inline(1);
    private BrokerConnection connection;
    private EngineXaResource recovery;

    @BeforeEach
    void prepareABranch() {
        open();
        EngineSession sender = connection.openSession(SessionMode.ACKNOWLEDGED);
        get(sender.send(message("q", "g", "1")));
        get(sender.send(message("q", "g", "2")));
        EngineSession session = connection.openSession(SessionMode.XA);
        session.startBranch(XID, BranchStart.NEW);
        assertThat(take(consumer(session, "q")).map(EngineDriver::text)).contains("1");
        get(session.send(message("out", "g", "sent")));
        session.endBranch(XID, BranchEnd.SUCCESS);
    }

    private void open() {
        JournalOptions options = JournalOptions.in(Path.of("/narabi/data")).withSendTimeout(SEND_TIMEOUT);
        Broker broker = new Broker(
                "faulty", NarabiUrl.parse("embedded:/narabi/data"), new JournalStore(machine, options), machine);
        connection = broker.connect(() -> {});
        connection.start();
        recovery = EngineXaResource.forRecovery(connection.transactions());
    }

    private static EngineConsumer consumer(EngineSession session, String queue) {
        return session.consume(ConsumeCommand.ofQueue(queue, 1), () -> {});
    }

    private void assertFailsForNow(Action action) {
        machine.disk().failNextForces(1);
        XAException failed = catchThrowableOfType(XAException.class, action::run);
        assertThat(failed).isNotNull();
        assertThat(failed.errorCode).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(failed).hasMessageContaining("can be tried again");
    }

    private interface Action {
        void run() throws XAException;
    }

    private void assertStillPrepared() {
        assertThat(connection.transactions().recover()).hasSize(1);
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        assertThat(take(consumer(session, "q"))).as("its lane is kept").isEmpty();
        assertThat(take(consumer(session, "out"))).as("nothing of it is seen").isEmpty();
        session.close();
    }

    private void assertCommitted() {
        assertThat(connection.transactions().recover()).isEmpty();
        EngineSession session = connection.openSession(SessionMode.ACKNOWLEDGED);
        assertThat(take(consumer(session, "q")).map(EngineDriver::text)).contains("2");
        assertThat(take(consumer(session, "out")).map(EngineDriver::text)).contains("sent");
        session.close();
    }

    @Test
    void aCommitOfUnknownOutcome() throws XAException {
        get(connection.transactions().prepare(XID));
        assertFailsForNow(() -> recovery.commit(XID, false));
        assertStillPrepared();
        recovery.commit(XID, false);
        assertCommitted();
    }

    @Test
    void aRollbackOfUnknownOutcome() throws XAException {
        get(connection.transactions().prepare(XID));
        assertFailsForNow(() -> recovery.rollback(XID));
        assertStillPrepared();
        recovery.commit(XID, false);
        assertCommitted();
    }

    @Test
    void aPrepareOfUnknownOutcome() throws XAException {
        assertFailsForNow(() -> recovery.prepare(XID));
        assertThat(connection.transactions().recover()).isEmpty();
        get(connection.transactions().prepare(XID));
        assertStillPrepared();
        recovery.commit(XID, false);
        assertCommitted();
    }

    @Test
    void aCommitInOnePhaseOfUnknownOutcome() throws XAException {
        assertFailsForNow(() -> recovery.commit(XID, true));
        recovery.commit(XID, true);
        assertCommitted();
    }

    /** The disk cannot be written for longer than units wait: nothing of the commit was written. */
    @Test
    void aCommitWhileNothingCanBeWritten() throws XAException {
        get(connection.transactions().prepare(XID));
        machine.disk().setReadOnly(true);
        for (Reason reason : new Reason[] {Reason.OUTCOME_UNKNOWN, Reason.UNAVAILABLE}) {
            CompletableFuture<Void> commit =
                    connection.transactions().commit(XID, false).toCompletableFuture();
            machine.advance(SEND_TIMEOUT.multipliedBy(2));
            CompletionException failed = catchThrowableOfType(CompletionException.class, commit::join);
            assertThat(failed).hasCauseInstanceOf(EngineException.class);
            assertThat(((EngineException) failed.getCause()).reason()).isEqualTo(reason);
        }
        machine.disk().setReadOnly(false);
        machine.advance(Duration.ofSeconds(20));
        assertStillPrepared();
        recovery.commit(XID, false);
        assertCommitted();
    }

    /** What the transaction manager does after a restart: the branch is there to be committed, or it was, whole. */
    @Test
    void theMachineGoesDownAfterACommitOfUnknownOutcome() throws XAException {
        get(connection.transactions().prepare(XID));
        assertFailsForNow(() -> recovery.commit(XID, false));
        machine = machine.crash(CrashPolicy.LOSE_ALL);
        open();
        assertStillPrepared();
        recovery.commit(XID, false);
        assertCommitted();
    }
}
