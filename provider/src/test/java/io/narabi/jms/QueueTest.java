package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.broker.NarabiBroker;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues as an application sees them, over the embedded broker. */
class QueueTest {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(20);

    private final String url = "memory:queue-test-" + NUMBERS.incrementAndGet();
    private final List<Connection> connections = new ArrayList<>();
    private NarabiBroker broker;
    private Queue queue;

    @BeforeEach
    void open() {
        broker = NarabiBroker.open(url);
        queue = new NarabiQueue("q");
    }

    @AfterEach
    void close() throws JMSException {
        for (Connection connection : connections) {
            connection.close();
        }
        broker.close();
    }

    private Connection connect(String parameters) throws JMSException {
        ConnectionFactory factory = new NarabiConnectionFactory(url + parameters);
        Connection connection = factory.createConnection();
        connections.add(connection);
        connection.start();
        return connection;
    }

    private Session session(int mode) throws JMSException {
        return connect("").createSession(mode);
    }

    /** Sends texts to the group that stands before their last character. */
    private void sendGrouped(List<String> texts) throws JMSException {
        Session session = session(Session.SESSION_TRANSACTED);
        try (MessageProducer producer = session.createProducer(queue)) {
            for (String text : texts) {
                TextMessage message = session.createTextMessage(text);
                message.setStringProperty("JMSXGroupID", text.replaceAll("[0-9]+$", ""));
                producer.send(message);
            }
        }
        session.commit();
        session.close();
    }

    private static List<String> numbered(String group, int from, int to) {
        List<String> texts = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            texts.add(group + i);
        }
        return texts;
    }

    private static String receive(MessageConsumer consumer) throws JMSException {
        return text(consumer.receive(SOON.toMillis()));
    }

    private static String text(Message message) throws JMSException {
        assertThat(message).as("a message").isNotNull();
        return ((TextMessage) message).getText();
    }

    private static int count(Message message) throws JMSException {
        return message.getIntProperty("JMSXDeliveryCount");
    }

    @Test
    void allBodiesHeadersAndPropertiesArrive() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue);
        TextMessage text = session.createTextMessage("text \ud83d\ude00");
        text.setJMSType("type");
        text.setJMSCorrelationID("correlation");
        text.setJMSReplyTo(new NarabiQueue("replies"));
        text.setStringProperty("JMSXGroupID", "g");
        text.setIntProperty("JMSXGroupSeq", 7);
        text.setDoubleProperty("price", 1.5);
        MapMessage map = session.createMapMessage();
        map.setInt("one", 1);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {1, 2, 3});
        StreamMessage stream = session.createStreamMessage();
        stream.writeString("s");
        stream.writeLong(5);
        ObjectMessage object = session.createObjectMessage(new ArrayList<>(List.of("o")));
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        for (Message message : List.of(text, map, bytes, stream, object, session.createMessage())) {
            producer.send(message);
        }

        TextMessage gotText = (TextMessage) consumer.receive(SOON.toMillis());
        assertThat(gotText.getText()).isEqualTo(text.getText());
        assertThat(gotText.getJMSType()).isEqualTo("type");
        assertThat(gotText.getJMSCorrelationID()).isEqualTo("correlation");
        assertThat(gotText.getJMSReplyTo()).isEqualTo(new NarabiQueue("replies"));
        assertThat(gotText.getJMSDestination()).isEqualTo(queue);
        assertThat(gotText.getJMSMessageID()).isEqualTo(text.getJMSMessageID()).startsWith("ID:");
        assertThat(gotText.getJMSTimestamp()).isEqualTo(text.getJMSTimestamp()).isPositive();
        assertThat(gotText.getJMSDeliveryTime()).isEqualTo(text.getJMSDeliveryTime());
        assertThat(gotText.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(gotText.getJMSRedelivered()).isFalse();
        assertThat(count(gotText)).isEqualTo(1);
        assertThat(gotText.getDoubleProperty("price")).isEqualTo(1.5);
        assertThat(gotText.getIntProperty("JMSXGroupSeq")).isEqualTo(7);
        assertThat(Collections.list(gotText.getPropertyNames()).stream().map(Object::toString))
                .contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount", "price");
        assertThat(((MapMessage) consumer.receive(SOON.toMillis())).getInt("one"))
                .isEqualTo(1);
        byte[] read = new byte[3];
        ((BytesMessage) consumer.receive(SOON.toMillis())).readBytes(read);
        assertThat(read).containsExactly(1, 2, 3);
        StreamMessage gotStream = (StreamMessage) consumer.receive(SOON.toMillis());
        assertThat(gotStream.readString()).isEqualTo("s");
        assertThat(gotStream.readLong()).isEqualTo(5);
        assertThat(((ObjectMessage) consumer.receive(SOON.toMillis())).getObject())
                .isEqualTo(List.of("o"));
        assertThat(consumer.receive(SOON.toMillis())).isNotNull();
        assertThat(consumer.receiveNoWait()).isNull();
    }

    /** A class of an application. */
    record Order(int number) implements java.io.Serializable {}

    /** Scenario 85. */
    @Test
    void anObjectIsReadIfItsClassIsAllowed() throws JMSException {
        Session session = session(Session.SESSION_TRANSACTED);
        session.createProducer(queue).send(session.createObjectMessage(new Order(7)));
        session.commit();
        ObjectMessage refused = (ObjectMessage) session.createConsumer(queue).receive(SOON.toMillis());
        assertThatThrownBy(refused::getObject).isInstanceOf(JMSException.class).hasMessageContaining("Order");
        session.close();

        ObjectMessage allowed = (ObjectMessage) connect("?objectClasses=io.narabi.jms")
                .createSession()
                .createConsumer(queue)
                .receive(SOON.toMillis());
        assertThat(allowed.getObject()).isEqualTo(new Order(7));
    }

    /** DESIGN §5. */
    @Test
    void messagesSayWhereTheyAreStoredOnRequest() throws JMSException {
        sendGrouped(List.of("g1", "g2"));
        MessageConsumer consumer = connect("?place=true").createSession().createConsumer(queue);
        Message first = consumer.receive(SOON.toMillis());
        Message second = consumer.receive(SOON.toMillis());

        assertThat(first.getIntProperty("JMS_NARABI_PARTITION")).isBetween(0, 7);
        assertThat(second.getLongProperty("JMS_NARABI_OFFSET"))
                .isEqualTo(first.getLongProperty("JMS_NARABI_OFFSET") + 1);
        assertThat(second.getLongProperty("JMS_NARABI_SEQUENCE"))
                .isGreaterThan(first.getLongProperty("JMS_NARABI_SEQUENCE"));
    }

    /** Scenario 1: two transacted consumers, the first attempt of each message rolled back. */
    @Test
    void groupsStayInOrderUnderRollBacksWithTwoConsumers() throws Exception {
        sendGrouped(numbered("g", 1, 20));
        List<String> committed = new CopyOnWriteArrayList<>();
        AtomicReference<Session> holder = new AtomicReference<>();
        AtomicInteger violations = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(20);
        for (int i = 0; i < 2; i++) {
            Session session = session(Session.SESSION_TRANSACTED);
            session.createConsumer(queue).setMessageListener(message -> {
                if (!holder.compareAndSet(null, session)) {
                    violations.incrementAndGet();
                }
                JmsExceptions.unchecked(() -> {
                    if (count(message) == 1) {
                        holder.set(null);
                        session.rollback();
                    } else {
                        committed.add(text(message));
                        holder.set(null);
                        session.commit();
                        done.countDown();
                    }
                });
            });
        }

        assertThat(done.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(committed).isEqualTo(numbered("g", 1, 20));
        assertThat(violations).hasValue(0);
    }

    /** Scenario 3. */
    @Test
    void whatAClosedSessionHadHandedOverCountsTwiceAndOnlyThat() throws JMSException {
        sendGrouped(numbered("g", 1, 12));
        Session first = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = first.createConsumer(queue);
        MessageConsumer waiting = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        for (int i = 1; i <= 10; i++) {
            Message message = consumer.receive(SOON.toMillis());
            assertThat(text(message)).isEqualTo("g" + i);
            if (i == 5) {
                message.acknowledge();
            }
        }
        assertThat(waiting.receiveNoWait()).isNull();

        first.close();

        for (int i = 6; i <= 12; i++) {
            Message message = waiting.receive(SOON.toMillis());
            assertThat(text(message)).isEqualTo("g" + i);
            assertThat(count(message)).as("of " + i).isEqualTo(i <= 10 ? 2 : 1);
            assertThat(message.getJMSRedelivered()).isEqualTo(i <= 10);
        }
    }

    /** Scenario 4. */
    @Test
    void onlyWhatWasHandedOverGainsCounts() throws JMSException {
        sendGrouped(numbered("g", 1, 10));
        Session session = connect("?prefetch=10").createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 1; i <= 5; i++) {
            receive(consumer);
        }
        session.commit();
        for (int round = 1; round <= 4; round++) {
            for (int i = 6; i <= 7; i++) {
                Message message = consumer.receive(SOON.toMillis());
                assertThat(text(message)).isEqualTo("g" + i);
                assertThat(count(message)).isEqualTo(round);
            }
            session.rollback();
        }
        for (int i = 6; i <= 10; i++) {
            Message message = consumer.receive(SOON.toMillis());
            assertThat(text(message)).isEqualTo("g" + i);
            assertThat(count(message)).isEqualTo(i <= 7 ? 5 : 1);
        }
        session.commit();
    }

    /** Scenario 19. */
    @Test
    void aClosedConsumersMessagesStayWithItsSession() throws JMSException {
        sendGrouped(numbered("g", 1, 3));
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = session.createConsumer(queue);
        Message message = first.receive(SOON.toMillis());
        first.close();
        MessageConsumer second = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);

        assertThat(second.receive(100)).isNull();
        message.acknowledge();

        assertThat(receive(second)).isEqualTo("g2");
    }

    /** Scenario 26. */
    @Test
    void recoverBringsTheFirstBackFirst() throws JMSException {
        sendGrouped(numbered("g", 1, 3));
        Session session = session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);

        session.recover();

        assertThat(List.of(receive(consumer), receive(consumer), receive(consumer)))
                .containsExactly("g1", "g2", "g3");
    }

    /** Scenario 54. */
    @Test
    void anAutoListenerThatThrowsGetsItsMessageAgainAtOnce() throws Exception {
        sendGrouped(numbered("g", 1, 2));
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(4);
        session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).setMessageListener(message -> {
            int count = JmsExceptions.unchecked(() -> count(message));
            seen.add(JmsExceptions.unchecked(() -> text(message)) + "#" + count);
            done.countDown();
            if (seen.size() <= 2) {
                throw new IllegalArgumentException("on purpose");
            }
        });

        assertThat(done.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly("g1#1", "g1#2", "g1#3", "g2#1");
    }

    /** DESIGN §2.4: a receiver that opens a consumer for each message, as Spring's templates do, is ordered, too. */
    @Test
    void theLaneOfAReceivedMessageIsKeptUntilTheNextReceive() throws JMSException {
        sendGrouped(numbered("g", 1, 3));
        MessageConsumer one = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);
        MessageConsumer two = session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue);

        assertThat(receive(one)).isEqualTo("g1");
        assertThat(two.receive(100)).isNull();
        assertThat(receive(one)).isEqualTo("g2");
        one.close();

        assertThat(receive(two)).isEqualTo("g3");
    }

    /** Scenarios 12 and 13: an idle consumer gets what another's busy lane does not hold. */
    @Test
    void aBusyLaneHoldsNothingElse() throws Exception {
        List<String> texts = new ArrayList<>(numbered("g", 1, 3));
        texts.add("h1");
        sendGrouped(texts);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        connect("?prefetch=1").createSession().createConsumer(queue).setMessageListener(message -> {
            inside.countDown();
            JmsTestBase.awaitIn(mayReturn);
        });
        assertThat(inside.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(receive(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue)))
                .isEqualTo("h1");
        mayReturn.countDown();
    }

    /** Scenario 15, small: many groups, several consumers in every mode, each group in order and never twice at once. */
    @Test
    void manyGroupsInEveryModeKeepTheirOrder() throws Exception {
        int groups = 200;
        int each = 5;
        for (int mode : List.of(Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.SESSION_TRANSACTED)) {
            List<String> texts = new ArrayList<>();
            for (int i = 1; i <= each; i++) {
                for (int g = 0; g < groups; g++) {
                    texts.add("m" + mode + "g" + g + "-" + i);
                }
            }
            sendGrouped(texts);
            Map<String, Integer> last = new ConcurrentHashMap<>();
            List<String> wrong = new CopyOnWriteArrayList<>();
            CountDownLatch done = new CountDownLatch(groups * each);
            List<Session> sessions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Session session = session(mode);
                sessions.add(session);
                session.createConsumer(queue)
                        .setMessageListener(message -> JmsExceptions.unchecked(() -> {
                            String text = text(message);
                            String group = text.substring(0, text.indexOf('-'));
                            int number = Integer.parseInt(text.substring(text.indexOf('-') + 1));
                            Integer before = last.put(group, number);
                            if (number != (before == null ? 1 : before + 1)) {
                                wrong.add(text + " after " + before);
                            }
                            if (mode == Session.SESSION_TRANSACTED) {
                                session.commit();
                            }
                            done.countDown();
                        }));
            }

            assertThat(done.await(SOON.toSeconds(), TimeUnit.SECONDS))
                    .as("mode " + mode)
                    .isTrue();
            assertThat(wrong).isEmpty();
            for (Session session : sessions) {
                session.close();
            }
        }
        assertThat(session(Session.AUTO_ACKNOWLEDGE).createConsumer(queue).receiveNoWait())
                .as("all acknowledged")
                .isNull();
    }
}
