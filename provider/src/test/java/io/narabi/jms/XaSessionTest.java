package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.jms.FakeEngine.Op;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** XA sessions (Jakarta Messaging 3.1 §9.3.2) over the double; branches over the embedded broker are in XaQueueTest. */
class XaSessionTest extends JmsTestBase {

    private XASession session;
    private XAResource resource;
    private MessageConsumer consumer;
    private MessageProducer producer;

    @BeforeEach
    void open() throws Exception {
        XAConnection connection = closedLater(engine.xaFactory("").createXAConnection());
        connection.start();
        session = connection.createXASession();
        resource = session.getXAResource();
        consumer = session.createConsumer(queue);
        producer = session.createProducer(new NarabiQueue("out"));
    }

    private Xid begin(String name) throws XAException {
        Xid xid = new TestXid(name);
        resource.start(xid, XAResource.TMNOFLAGS);
        return xid;
    }

    @Test
    void aBranchSettlesAndSendsWithItsCommitAlone() throws Exception {
        send("1", "2");
        Xid xid = begin("a");
        assertThat(receive(consumer)).isEqualTo("1");
        producer.send(session.createTextMessage("made of 1"));
        resource.end(xid, XAResource.TMSUCCESS);

        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        assertThat(resource.recover(XAResource.TMSTARTRSCAN)).containsExactly(xid);
        assertThat(engine.owed("out")).isEmpty();
        resource.commit(xid, false);

        assertThat(engine.owed("q")).containsExactly("2");
        assertThat(engine.owed("out")).containsExactly("made of 1");
        assertThat(log("acknowledge")).as("the branch has them, nobody else").isEmpty();
    }

    @Test
    void outsideABranchItAcknowledgesAndSendsAtOnce() throws Exception {
        send("1", "2", "3");
        assertThat(receive(consumer)).isEqualTo("1");
        producer.send(session.createTextMessage("made of 1"));
        assertThat(engine.owed("out")).containsExactly("made of 1");
        Xid xid = begin("a");
        assertThat(receive(consumer)).isEqualTo("2");
        resource.end(xid, XAResource.TMSUCCESS);
        resource.rollback(xid);
        assertThat(receive(consumer)).isEqualTo("2");

        consumer.close();

        assertThat(engine.owed("q")).containsExactly("3");
        assertThat(log("acknowledge")).containsExactly("acknowledge [1] keep", "acknowledge [2] keep");
    }

    @Test
    void aBranchThatCouldNotBeStartedIsNone() throws Exception {
        send("1");
        begin("a");
        resource.end(new TestXid("a"), XAResource.TMSUSPEND);
        assertThatThrownBy(() -> begin("a"))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_DUPID));

        receive(consumer);

        awaitLog("acknowledge [1] keep");
    }

    @Test
    void aSuspendedBranchGoesOnAfterResume() throws Exception {
        send("1", "2", "3");
        Xid xid = begin("a");
        receive(consumer);
        resource.end(xid, XAResource.TMSUSPEND);
        assertThat(receive(consumer)).as("the session's own").isEqualTo("2");
        resource.start(xid, XAResource.TMRESUME);
        assertThat(receive(consumer)).isEqualTo("3");
        resource.end(xid, XAResource.TMSUCCESS);

        resource.commit(xid, true);
        consumer.close();

        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void theSessionSaysItIsTransactedButLeavesTheEndToTheTransactionManager() throws Exception {
        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        assertThat(session.getSession()).isNotNull();
        assertThatThrownBy(session::commit).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
        try (XAJMSContext context = engine.xaFactory("").createXAContext()) {
            assertThat(context.getTransacted()).isTrue();
            assertThatThrownBy(context::commit).isInstanceOf(TransactionInProgressRuntimeException.class);
            assertThatThrownBy(context::rollback).isInstanceOf(TransactionInProgressRuntimeException.class);
            assertThatThrownBy(context::recover).isInstanceOf(IllegalStateRuntimeException.class);
            assertThat(context.getContext().createProducer()).isNotNull();
            assertThat(context.getXAResource().isSameRM(resource)).isTrue();
        }
    }

    @Test
    void whenTheEngineIsGoneTheTransactionManagerAsksAgain() throws Exception {
        Xid xid = begin("a");
        resource.end(xid, XAResource.TMSUCCESS);
        engine.failNext(Op.COMMIT, new EngineException(Reason.UNAVAILABLE, "Gone"));

        assertThatThrownBy(() -> resource.commit(xid, true))
                .isInstanceOfSatisfying(
                        XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
    }

    @Test
    void plainSessionsOfAnXaFactoryAreNoXaSessions() throws Exception {
        for (Session plain : List.of(
                closedLater(engine.xaFactory("").createConnection()).createSession(),
                closedLater(engine.xaFactory("").createXAConnection())
                        .createSession(false, Session.AUTO_ACKNOWLEDGE))) {
            assertThat(plain).isNotInstanceOf(XASession.class);
            assertThat(plain.getTransacted()).isFalse();
        }
    }
}
