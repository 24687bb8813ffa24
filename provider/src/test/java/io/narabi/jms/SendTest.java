package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.jms.FakeEngine.Op;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Producers: Jakarta Messaging 3.1 §3.4.11, §7.1 to §7.9. */
class SendTest extends JmsTestBase {

    private MessageProducer producer(Destination destination) throws JMSException {
        return session(Session.AUTO_ACKNOWLEDGE).createProducer(destination);
    }

    private static TextMessage message() {
        return new io.narabi.jms.message.NarabiTextMessage("text");
    }

    @Test
    void theProviderSetsItsHeadersOnTheMessage() throws JMSException {
        TextMessage message = message();
        message.setJMSPriority(9);
        message.setJMSExpiration(5);
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        long before = System.currentTimeMillis();

        producer(queue).send(message);

        assertThat(message.getJMSMessageID()).startsWith("ID:narabi-");
        assertThat(message.getJMSTimestamp()).isBetween(before, System.currentTimeMillis());
        assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp());
        assertThat(message.getJMSDestination()).isEqualTo(queue);
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.getJMSPriority()).isEqualTo(4);
        assertThat(message.getJMSExpiration()).isZero();
        assertThat(engine.queue("q").entries.get(0).message.headers().messageId())
                .isEqualTo(message.getJMSMessageID());
    }

    @Test
    void identifiersAreUniqueAndCanBeSwitchedOffAsCanTimestamps() throws JMSException {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            MessageProducer producer = producer(queue);
            for (int j = 0; j < 3; j++) {
                TextMessage message = message();
                producer.send(message);
                ids.add(message.getJMSMessageID());
            }
        }
        assertThat(ids).hasSize(9);

        MessageProducer producer = producer(queue);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        TextMessage message = message();
        producer.send(message);

        assertThat(producer.getDisableMessageID()).isTrue();
        assertThat(producer.getDisableMessageTimestamp()).isTrue();
        assertThat(message.getJMSMessageID()).isNull();
        assertThat(message.getJMSTimestamp()).isZero();
    }

    @Test
    void theDeliveryModeComesFromTheProducerOrTheSend() throws JMSException {
        MessageProducer producer = producer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);

        producer.send(message());
        producer.send(message(), DeliveryMode.PERSISTENT, 4, 0);

        assertThat(engine.queue("q").entries)
                .extracting(entry -> entry.message.headers().persistent())
                .containsExactly(false, true);
    }

    @Test
    void whatIsNotAllowedIsRefused() throws JMSException {
        MessageProducer producer = producer(queue);

        assertThatThrownBy(() -> producer.setDeliveryMode(0)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.setPriority(10)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.setPriority(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.setTimeToLive(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.setDeliveryDelay(-1)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.send(message(), 3, 4, 0)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> producer.send(null)).isInstanceOf(MessageFormatException.class);
        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void theDestinationIsTheProducersOrTheSends() throws JMSException {
        MessageProducer fixed = producer(queue);
        MessageProducer open = producer(null);

        assertThat(fixed.getDestination()).isEqualTo(queue);
        assertThat(open.getDestination()).isNull();
        assertThatThrownBy(() -> fixed.send(queue, message())).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> open.send(message())).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> open.send((Destination) null, message()))
                .isInstanceOf(InvalidDestinationException.class);
        open.send(queue, message());
        assertThat(engine.owed("q")).hasSize(1);
    }

    /** A container's administered object stands for the queue of its name. */
    @Test
    void anotherQueueObjectStandsForItsName() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Queue foreign = () -> "q";

        session.createProducer(foreign).send(message());

        assertThat(engine.owed("q")).hasSize(1);
    }

    @Test
    void namelessDestinationsAreInvalid() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Queue nameless = () -> null;
        Destination neither = new Destination() {};

        assertThatThrownBy(() -> session.createProducer(nameless)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createConsumer(neither)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createConsumer(null)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createBrowser(null)).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createQueue("")).isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createQueue(null)).isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    void aQueueSenderIsAProducer() throws Exception {
        QueueSession session = closedLater(engine.factory("").createQueueConnection())
                .createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        QueueSender sender = session.createSender(queue);
        QueueSender open = session.createSender(null);

        assertThat(sender.getQueue()).isEqualTo(queue);
        assertThat(open.getQueue()).isNull();
        sender.send(message());
        open.send(queue, message());
        open.send(queue, message(), DeliveryMode.PERSISTENT, 4, 0);
        assertThat(engine.owed("q")).hasSize(3);
    }

    /** A message of another provider: remembers the headers it is given, and has a property. */
    private static TextMessage foreign(Map<String, Object> headers) {
        return (TextMessage) Proxy.newProxyInstance(
                SendTest.class.getClassLoader(), new Class<?>[] {TextMessage.class}, (p, m, a) -> {
                    String name = m.getName();
                    if (name.startsWith("setJMS")) {
                        headers.put(name.substring(3), a[0] == null ? "null" : a[0]);
                        return null;
                    }
                    return switch (name) {
                        case "getText" -> "foreign";
                        case "getPropertyNames" -> java.util.Collections.enumeration(Set.of("JMSXGroupID"));
                        case "getObjectProperty", "getStringProperty" -> "g";
                        case "getJMSMessageID", "getJMSTimestamp", "getJMSExpiration", "getJMSDeliveryTime" ->
                            headers.get(name.substring(3));
                        case "getJMSPriority" -> 0;
                        case "getJMSDeliveryMode" -> 1;
                        default -> null;
                    };
                });
    }

    @Test
    void aForeignMessageIsConvertedAndGetsItsHeaders() throws JMSException {
        Map<String, Object> headers = new ConcurrentHashMap<>();

        producer(queue).send(foreign(headers));

        var stored = engine.queue("q").entries.get(0).message;
        assertThat(FakeQueue.text(stored)).isEqualTo("foreign");
        assertThat(stored.group()).contains("g");
        assertThat(stored.headers().priority()).isEqualTo(4);
        assertThat(stored.headers().persistent()).isTrue();
        assertThat(headers).containsEntry("JMSMessageID", stored.headers().messageId());
        assertThat(headers).containsEntry("JMSTimestamp", stored.headers().timestamp());
        assertThat(headers)
                .containsEntry("JMSDestination", queue)
                .containsEntry("JMSPriority", 4)
                .containsEntry("JMSDeliveryMode", DeliveryMode.PERSISTENT)
                .containsEntry("JMSExpiration", 0L)
                .containsKey("JMSDeliveryTime");
    }

    @Test
    void aMessageThatIsTooLargeIsRefusedBeforeItIsSent() throws JMSException {
        MessageProducer producer = connect("?maxMessageSize=10").createSession().createProducer(queue);

        producer.send(new io.narabi.jms.message.NarabiTextMessage("0123456789"));
        assertThatThrownBy(() -> producer.send(new io.narabi.jms.message.NarabiTextMessage("0123456789+")))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("maxMessageSize")
                .hasMessageContaining("queue q");

        assertThat(engine.owed("q")).hasSize(1);
    }

    @Test
    void aSendWaitsUntilTheMessageIsStoredButNotForEver() throws Exception {
        MessageProducer patient = producer(queue);
        MessageProducer hasty = connect("?sendTimeout=20").createSession().createProducer(queue);
        engine.hold(Op.SEND);

        assertThatThrownBy(() -> hasty.send(message()))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("queue q")
                .hasMessageContaining("sendTimeout");
        var sent = inThread(() -> {
            patient.send(message());
            return "sent";
        });
        assertPending(sent);
        engine.release(Op.SEND);

        assertThat(soon(sent)).isEqualTo("sent");
    }

    @Test
    void anInterruptDoesNotCutASendShort() throws Exception {
        Thread.currentThread().interrupt();

        producer(queue).send(message());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(engine.owed("q")).hasSize(1);
    }

    @Test
    void aReceivedMessageCanBeSentAgain() throws JMSException {
        send("1");
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        Message received = session.createConsumer(queue).receive(SOON.toMillis());
        String firstId = received.getJMSMessageID();

        session.createProducer(new NarabiQueue("next")).send(received);

        assertThat(engine.owed("next")).containsExactly("1");
        assertThat(received.getJMSMessageID()).isNotEqualTo(firstId);
        assertThat(engine.queue("next").entries.get(0).message.properties()).doesNotContainKey("JMSXDeliveryCount");
    }
}
