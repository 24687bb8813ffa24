package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.admin.NarabiAdmin;
import io.narabi.broker.NarabiBroker;
import io.narabi.config.DestinationOptions;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application sees whose work takes longer than {@code ackTimeout} (DESIGN §2.12). */
class AckTimeoutJmsTest {

    private static final String URL = "memory:ack-timeout-jms";

    private NarabiBroker broker;
    private Connection connection;
    private Queue queue;

    @BeforeEach
    void open() throws Exception {
        broker = NarabiBroker.open(URL);
        try (NarabiAdmin admin = NarabiAdmin.connect(URL)) {
            admin.configure(DestinationOptions.queue("q").subscription(o -> o.ackTimeout(Duration.ofMillis(20))));
        }
        connection = new NarabiConnectionFactory(URL).createConnection();
        connection.start();
        try (Session session = connection.createSession()) {
            queue = session.createQueue("q");
            Message message = session.createTextMessage("late");
            message.setStringProperty("JMSXGroupID", "g");
            session.createProducer(queue).send(message);
        }
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        broker.close();
    }

    /** Another session gets the message: from then on the first one is too late. */
    private void assertAnotherGetsIt() throws Exception {
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message again = consumer.receive(20_000);
            assertThat(again.getBody(String.class)).isEqualTo("late");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @Test
    void aLateAcknowledgeIsAnIllegalState() throws Exception {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = session.createConsumer(queue).receive(20_000);
        assertAnotherGetsIt();
        assertThatThrownBy(message::acknowledge)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ackTimeout")
                .hasMessageContaining("renew()");
        message.acknowledge();
    }

    @Test
    void aLateCommitWasRolledBack() throws Exception {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        assertThat(session.createConsumer(queue).receive(20_000)).isNotNull();
        session.createProducer(queue).send(session.createTextMessage("never seen"));
        assertAnotherGetsIt();
        assertThatThrownBy(session::commit)
                .isInstanceOf(TransactionRolledBackException.class)
                .hasMessageContaining("ackTimeout");
        session.commit();
        try (Session other = connection.createSession()) {
            assertThat(other.createConsumer(queue).receiveNoWait()).isNull();
        }
    }

    @Test
    void renewIsForEverySession() throws Exception {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        ((NarabiSession) session).renew();
        session.close();
        assertThatThrownBy(((NarabiSession) session)::renew).isInstanceOf(IllegalStateException.class);
    }
}
