package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.broker.NarabiBroker;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.List;
import java.util.stream.IntStream;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Branches as a transaction manager and an application see them, over the embedded broker. */
class XaQueueTest {

    private static final String URL = "memory:xa-queue-test";
    private static final long SOON = 20_000;

    private final NarabiQueue queue = new NarabiQueue("q");
    private NarabiBroker broker;
    private XAConnection connection;
    private XASession session;
    private XAResource resource;
    private MessageConsumer consumer;

    @BeforeEach
    void open() throws JMSException {
        broker = NarabiBroker.open(URL);
        connect();
    }

    private void connect() throws JMSException {
        connection = new NarabiXAConnectionFactory(URL).createXAConnection();
        connection.start();
        session = connection.createXASession();
        resource = session.getXAResource();
        consumer = session.createConsumer(queue);
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        broker.close();
    }

    private static void send(int from, int to) {
        try (JMSContext context = new NarabiConnectionFactory(URL).createContext()) {
            IntStream.rangeClosed(from, to)
                    .forEach(i -> context.createProducer()
                            .setProperty("JMSXGroupID", "g")
                            .send(context.createQueue("q"), "g" + i));
        }
    }

    private String receive() throws JMSException {
        Message message = consumer.receive(SOON);
        assertThat(message).isNotNull();
        return ((TextMessage) message).getText();
    }

    private static List<String> receiveElsewhere(long timeout) {
        try (JMSContext context = new NarabiConnectionFactory(URL).createContext(Session.SESSION_TRANSACTED)) {
            String body = context.createConsumer(context.createQueue("q")).receiveBody(String.class, timeout);
            context.commit();
            return body == null ? List.of() : List.of(body);
        }
    }

    @Test
    void aPreparedBranchKeepsItsLaneEvenWhenItsConnectionIsGone() throws Exception {
        send(1, 2);
        Xid xid = new TestXid("prepared");
        resource.start(xid, XAResource.TMNOFLAGS);
        assertThat(receive()).isEqualTo("g1");
        session.createProducer(new NarabiQueue("out")).send(session.createTextMessage("made of g1"));
        resource.end(xid, XAResource.TMSUCCESS);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        connection.close();

        assertThat(receiveElsewhere(100)).isEmpty();
        connect();
        Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        assertThat(found).hasSize(1);
        resource.commit(found[0], false);

        assertThat(receiveElsewhere(SOON)).containsExactly("g2");
        try (JMSContext context = new NarabiConnectionFactory(URL).createContext()) {
            assertThat(context.createConsumer(context.createQueue("out")).receiveBody(String.class, SOON))
                    .isEqualTo("made of g1");
        }
    }

    @Test
    void twoBranchesOfOneSessionAreTwoOwners() throws Exception {
        send(1, 2);
        Xid first = new TestXid("first");
        Xid second = new TestXid("second");
        resource.start(first, XAResource.TMNOFLAGS);
        assertThat(receive()).isEqualTo("g1");
        resource.end(first, XAResource.TMSUSPEND);
        resource.start(second, XAResource.TMNOFLAGS);

        assertThat(consumer.receive(100)).as("the first branch holds the lane").isNull();
        resource.end(second, XAResource.TMSUCCESS);
        resource.rollback(second);
        resource.start(first, XAResource.TMRESUME);
        assertThat(receive()).as("the owner goes on").isEqualTo("g2");
        resource.end(first, XAResource.TMSUCCESS);
        resource.commit(first, true);

        assertThat(receiveElsewhere(100)).isEmpty();
    }

    @Test
    void aRolledBackBranchIsAFailedAttempt() throws Exception {
        send(1, 1);
        Xid xid = new TestXid("rolled back");
        resource.start(xid, XAResource.TMNOFLAGS);
        receive();
        resource.end(xid, XAResource.TMFAIL);
        resource.rollback(xid);

        Message again = consumer.receive(SOON);
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(again.getJMSRedelivered()).isTrue();
    }

    @Test
    void sendsOfABranchComeAfterWhatWasSentBeforeItsCommit() throws Exception {
        Xid xid = new TestXid("sender");
        resource.start(xid, XAResource.TMNOFLAGS);
        TextMessage inBranch = session.createTextMessage("g-branch");
        inBranch.setStringProperty("JMSXGroupID", "g");
        session.createProducer(queue).send(inBranch);
        resource.end(xid, XAResource.TMSUCCESS);
        resource.prepare(xid);
        send(1, 1);
        resource.commit(xid, false);

        assertThat(receiveElsewhere(SOON)).containsExactly("g1");
        assertThat(receiveElsewhere(SOON)).containsExactly("g-branch");
    }
}
