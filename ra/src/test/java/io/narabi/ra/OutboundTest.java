package io.narabi.ra;

import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narabi.broker.NarabiBroker;
import io.narabi.ra.container.TestBroker;
import io.narabi.ra.container.TestEndpoints;
import io.narabi.ra.container.TestPool;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import jakarta.resource.ResourceException;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applications send and receive through the server's pool, in its transactions or outside any. */
class OutboundTest {

    private Adapter adapter;
    private TestPool pool;
    private TransactionManager transactions;
    private ConnectionFactory factory;

    @BeforeEach
    void start() throws ResourceException {
        adapter = Adapter.start();
        pool = new TestPool(adapter.server);
        transactions = adapter.server.transactionManager();
        factory = factory(new NarabiManagedConnectionFactory());
    }

    @AfterEach
    void stop() {
        adapter.close();
    }

    private ConnectionFactory factory(NarabiManagedConnectionFactory managed) throws ResourceException {
        managed.setResourceAdapter(adapter.adapter);
        return (ConnectionFactory) managed.createConnectionFactory(pool);
    }

    private void send(String text) throws JMSException {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            try (MessageProducer producer = session.createProducer(queue())) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    private static Queue queue() {
        NarabiQueue queue = new NarabiQueue();
        queue.setPhysicalName("orders");
        return queue;
    }

    @Test
    void isNoXaFactory() {
        assertThat(factory)
                .isInstanceOf(QueueConnectionFactory.class)
                .isInstanceOf(TopicConnectionFactory.class)
                .isInstanceOf(java.io.Serializable.class)
                .isInstanceOf(javax.naming.Referenceable.class)
                .isNotInstanceOf(XAConnectionFactory.class);
    }

    /** A send belongs to the transaction that is there when its session is created, whenever the connection was. */
    @Test
    void sendsInTheServersTransaction() throws Exception {
        try (Connection connection = factory.createConnection()) {
            for (String outcome : List.of("commit", "rollback")) {
                transactions.begin();
                Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
                assertThat(session.getTransacted()).isTrue();
                assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
                session.createProducer(queue()).send(session.createTextMessage(outcome));
                session.close();
                assertThat(adapter.broker.owed("orders")).isEqualTo(outcome.equals("commit") ? 0 : 1);
                if (outcome.equals("commit")) {
                    transactions.commit();
                } else {
                    transactions.rollback();
                }
            }
        }
        assertThat(adapter.broker.owed("orders")).isEqualTo(1);
        assertThat(pool.created()).isEqualTo(1);
        assertThat(pool.free()).isEqualTo(1);
    }

    /** Sessions of one transaction share a managed connection, and closing one leaves the other's producers alone. */
    @Test
    void sharesWithinATransaction() throws Exception {
        transactions.begin();
        Connection one = factory.createConnection();
        Session first = one.createSession();
        MessageProducer producer = first.createProducer(queue());
        send("two");
        producer.send(first.createTextMessage("one"));
        one.close();
        assertThat(pool.created()).isEqualTo(1);
        transactions.commit();
        assertThat(adapter.broker.owed("orders")).isEqualTo(2);
    }

    @Test
    void outsideATransactionASendIsStoredAtOnce() throws Exception {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            assertThat(session.getTransacted()).isFalse();
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
            session.createProducer(queue()).send(session.createTextMessage("at once"));
            assertThat(adapter.broker.owed("orders")).isEqualTo(1);
            assertThatThrownBy(session::commit).isInstanceOf(jakarta.jms.IllegalStateException.class);
            session.recover();
            session.close();
            assertThat(connection.createSession(Session.DUPS_OK_ACKNOWLEDGE).getAcknowledgeMode())
                    .isEqualTo(Session.DUPS_OK_ACKNOWLEDGE);
        }
    }

    @Test
    void receivesInAndOutsideATransaction() throws Exception {
        send("one");
        transactions.begin();
        try (JMSContext context = factory.createContext()) {
            assertThat(context.getTransacted()).isTrue();
            assertThat(context.createConsumer(queue()).receiveBody(String.class, 5_000))
                    .isEqualTo("one");
        }
        transactions.rollback();
        assertThat(adapter.broker.owed("orders")).isEqualTo(1);

        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(queue());
            assertThat(consumer.receiveNoWait()).isNull();
            connection.start();
            TextMessage again = (TextMessage) consumer.receive(5_000);
            assertThat(again.getText()).isEqualTo("one");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        await().until(() -> adapter.broker.owed("orders") == 0);
    }

    /** A session that goes back to the pool takes nothing along: no consumer, no started delivery. */
    @Test
    void whatGoesBackToThePoolIsAsNew() throws Exception {
        Connection connection = factory.createConnection();
        connection.start();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(queue());
        MessageProducer producer = session.createProducer(queue());
        assertThat(adapter.broker.status("orders").consumers()).isEqualTo(1);
        connection.close();
        assertThat(adapter.broker.status("orders").consumers()).isZero();
        assertThatThrownBy(() -> consumer.receive(1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.send(null)).isInstanceOf(JMSException.class);
        assertThatThrownBy(session::createTextMessage).isInstanceOf(jakarta.jms.IllegalStateException.class);
        assertThatThrownBy(connection::createSession).isInstanceOf(jakarta.jms.IllegalStateException.class);

        send("for the next");
        try (JMSContext context = factory.createContext()) {
            context.setAutoStart(false);
            JMSConsumer next = context.createConsumer(queue());
            assertThat(next.receiveNoWait()).isNull();
            context.start();
            assertThat(next.receiveBody(String.class, 5_000)).isEqualTo("for the next");
        }
        assertThat(pool.created()).isEqualTo(1);
    }

    /** From a bean, in the transaction of its delivery: both are committed, or neither. */
    @Test
    void forwardsInTheTransactionOfTheDelivery() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("copies"), text(message));
            }
            if (seen.isEmpty()) {
                seen.add("failed once");
                throw new IllegalStateException("on purpose");
            }
            seen.add(text(message));
        });
        adapter.activate(bean, spec -> spec.setMaxSessions("1"));
        adapter.broker.send("orders", "G", 1);
        adapter.broker.send("orders", "G", 2);
        await().until(() -> adapter.broker.owed("orders") == 0);

        assertThat(seen).containsExactly("failed once", "G:1", "G:2");
        await().until(() -> adapter.broker.owed("copies") == 2);
    }

    /** Scenario 65: after the broker's restart the pool drops what is dead. */
    @Test
    void deadConnectionsAreDropped() throws Exception {
        try (NarabiBroker first = NarabiBroker.open("memory:restarts")) {
            NarabiManagedConnectionFactory managed = new NarabiManagedConnectionFactory();
            managed.setUrl("memory:restarts");
            ConnectionFactory there = factory(managed);
            try (JMSContext context = there.createContext()) {
                context.createProducer().send(queue(), "before");
            }
            first.close();
            await().until(() -> pool.errors() == 1);
            try (TestBroker looking = TestBroker.at("memory:restarts")) {
                try (JMSContext context = there.createContext()) {
                    context.createProducer().send(queue(), "after");
                }
                assertThat(looking.owed("orders")).isEqualTo(1);
            }
            assertThat(pool.created()).isEqualTo(2);
            assertThat(pool.free()).isEqualTo(1);
        }
    }

    @Test
    void theOlderApisKeepToTheirDomain() throws Exception {
        try (QueueConnection queues = ((QueueConnectionFactory) factory).createQueueConnection();
                TopicConnection topics = ((TopicConnectionFactory) factory).createTopicConnection()) {
            try (Session session = queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)) {
                assertThatThrownBy(() -> session.createTopic("t"))
                        .hasMessageContaining("createTopic is not for queues");
                assertThatThrownBy(() -> session.unsubscribe("t")).hasMessageContaining("not for queues");
            }
            try (Session session = topics.createSession()) {
                assertThatThrownBy(() -> session.createQueue("q"))
                        .hasMessageContaining("createQueue is not for topics");
                assertThatThrownBy(() -> session.createBrowser(queue())).hasMessageContaining("not for topics");
            }
            try (jakarta.jms.QueueSession session = queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)) {
                session.createSender(queue()).send(session.createTextMessage("sent"));
                queues.start();
                assertThat(session.createReceiver(queue()).receive(5_000)).isNotNull();
            }
        }
    }

    /** What the API's documentation keeps from web and EJB applications. */
    @Test
    void refusesWhatApplicationsMustNotDo() throws Exception {
        try (Connection connection = factory.createConnection()) {
            Session session = connection.createSession();
            List<Forbidden> classic = List.of(
                    () -> connection.setClientID("me"),
                    () -> connection.setExceptionListener(e -> {}),
                    connection::stop,
                    () -> connection.createConnectionConsumer(queue(), null, null, 1),
                    () -> connection.createSharedConnectionConsumer(null, "s", null, null, 1),
                    () -> connection.createDurableConnectionConsumer(null, "s", null, null, 1),
                    () -> connection.createSharedDurableConnectionConsumer(null, "s", null, null, 1),
                    () -> session.setMessageListener(m -> {}),
                    () -> session.createConsumer(queue()).setMessageListener(m -> {}),
                    () -> session.createProducer(queue()).send(session.createMessage(), null));
            for (Forbidden call : classic) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(jakarta.jms.IllegalStateException.class)
                        .hasMessageContaining("must not be used");
            }
            assertThatThrownBy(session::run).isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class);
            assertThatThrownBy(connection::createSession).hasMessageContaining("has a session already");
            session.close();
            connection.createSession();
        }
        try (JMSContext context = factory.createContext()) {
            List<Runnable> simplified = List.of(
                    () -> context.setClientID("me"),
                    () -> context.setExceptionListener(e -> {}),
                    context::stop,
                    () -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE),
                    () -> context.createConsumer(queue()).setMessageListener(m -> {}),
                    () -> context.createProducer().setAsync(new NoCompletion()));
            for (Runnable call : simplified) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class)
                        .hasMessageContaining("must not be used");
            }
            context.createProducer().setAsync(null).setPriority(4).send(queue(), "fluent");
            assertThatThrownBy(context::commit).isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class);
            context.acknowledge();
            context.recover();
        }
    }

    @Test
    void answersWithoutASession() throws Exception {
        try (Connection connection = factory.createConnection()) {
            assertThat(connection.getMetaData().getJMSProviderName()).containsIgnoringCase("narabi");
            assertThat(connection.getClientID()).isNull();
            assertThat(connection.getExceptionListener()).isNull();
        }
        assertThat(pool.free()).isEqualTo(1);
    }

    @Test
    void aWrongModeCostsNoConnection() throws Exception {
        assertThatThrownBy(() -> factory.createContext(17))
                .isInstanceOf(jakarta.jms.JMSRuntimeException.class)
                .hasMessageContaining("17");
        try (Connection connection = factory.createConnection()) {
            assertThatThrownBy(() -> connection.createSession(false, 17)).hasMessageContaining("17");
        }
        assertThat(pool.created()).isZero();
    }

    private interface Forbidden {
        void run() throws JMSException;
    }

    private static final class NoCompletion implements jakarta.jms.CompletionListener {
        @Override
        public void onCompletion(jakarta.jms.Message message) {}

        @Override
        public void onException(jakarta.jms.Message message, Exception exception) {}
    }
}
