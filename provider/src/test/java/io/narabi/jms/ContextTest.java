package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narabi.engine.MessageData;
import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableRuntimeException;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The simplified API: Jakarta Messaging 3.1 §2.8, §7.5, §8.6. */
class ContextTest extends JmsTestBase {

    private JMSContext context(int mode) {
        return closedLater(engine.factory("").createContext(mode));
    }

    private JMSContext context() {
        return closedLater(engine.factory("").createContext());
    }

    private MessageData sent(int index) {
        return engine.queue("q").entries.get(index).message;
    }

    @Test
    void theConnectionStartsWithTheFirstConsumerUnlessToldOtherwise() throws JMSException {
        send("1");
        JMSContext context = context();
        assertThat(context.getAutoStart()).isTrue();
        assertThat(context.createConsumer(queue).receiveBody(String.class, SOON.toMillis()))
                .isEqualTo("1");

        send("2");
        JMSContext manual = context();
        manual.setAutoStart(false);
        JMSConsumer consumer = manual.createConsumer(queue);
        assertThat(consumer.receiveNoWait()).isNull();
        manual.start();
        assertThat(consumer.receiveBody(String.class, SOON.toMillis())).isEqualTo("2");
    }

    @Test
    void contextsShareAConnectionUntilTheLastIsClosed() {
        JMSContext first = context();
        JMSContext second = first.createContext(JMSContext.SESSION_TRANSACTED);
        assertThat(engine.openConnections()).isEqualTo(1);
        assertThat(second.getSessionMode()).isEqualTo(JMSContext.SESSION_TRANSACTED);
        assertThat(second.getTransacted()).isTrue();
        assertThatThrownBy(() -> first.createContext(9)).isInstanceOf(JMSRuntimeException.class);

        first.close();
        first.close();
        assertThat(engine.openConnections()).isEqualTo(1);
        assertThatThrownBy(first::createProducer).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> first.createContext(1)).isInstanceOf(IllegalStateRuntimeException.class);
        second.createTextMessage("still works");
        second.close();

        assertThat(engine.openConnections()).isZero();
    }

    @Test
    void theClientIdentifierCanBeSetFirstOfAll() {
        JMSContext context = context();
        assertThat(context.getClientID()).isNull();
        context.setClientID("me");
        assertThat(context.getClientID()).isEqualTo("me");

        JMSContext used = context();
        used.createProducer();
        assertThatThrownBy(() -> used.setClientID("you")).isInstanceOf(IllegalStateRuntimeException.class);
        assertThatThrownBy(() -> context().setClientID("me")).isInstanceOf(InvalidClientIDRuntimeException.class);
    }

    /** Scenario 9: a group that is set on the producer counts, whatever the body. */
    @Test
    void theProducersPropertiesApplyToEveryMessage() {
        JMSContext context = context();
        JMSProducer producer = context.createProducer().setProperty("JMSXGroupID", "g");

        producer.send(queue, "text");
        producer.send(queue, Map.of("key", 1));
        producer.send(queue, new byte[] {1});
        producer.send(queue, (Serializable) 17);
        producer.send(queue, context.createMessage());

        assertThat(engine.queue("q").entries)
                .hasSize(5)
                .allSatisfy(entry -> assertThat(entry.message.group()).contains("g"));
    }

    @Test
    void theProducersPropertiesAndHeadersOverrideTheMessages() throws JMSException {
        JMSContext context = context();
        TextMessage message = context.createTextMessage("text");
        message.setIntProperty("a", 1);
        message.setIntProperty("b", 1);
        message.setJMSType("own");
        message.setJMSCorrelationID("own");

        context.createProducer()
                .setProperty("a", 2)
                .setJMSCorrelationID("producer's")
                .setJMSReplyTo(new NarabiQueue("replies"))
                .send(queue, message);

        assertThat(sent(0).properties()).containsEntry("a", 2).containsEntry("b", 1);
        assertThat(sent(0).headers().type()).contains("own");
        assertThat(sent(0).headers().correlation()).isEqualTo(new MessageData.Correlation.Text("producer's"));
        assertThat(sent(0).headers().replyTo()).contains(new NarabiQueue("replies").toName());
        assertThat(message.getIntProperty("a")).isEqualTo(2);
    }

    @Test
    void aReceivedMessageCannotBeGivenProperties() throws JMSException {
        send("1");
        JMSContext context = context();
        Message received = context.createConsumer(queue).receive(SOON.toMillis());
        JMSProducer producer = context.createProducer().setProperty("a", 1);

        assertThatThrownBy(() -> producer.send(queue, received))
                .isInstanceOf(MessageNotWriteableRuntimeException.class);
    }

    @Test
    void propertiesOfAProducerAreReadBackWithConversions() {
        JMSProducer producer = context().createProducer();
        producer.setProperty("byte", (byte) 1)
                .setProperty("short", (short) 2)
                .setProperty("int", 3)
                .setProperty("long", 4L)
                .setProperty("float", 5f)
                .setProperty("double", 6d)
                .setProperty("boolean", true)
                .setProperty("string", "8")
                .setProperty("object", (Object) 9);

        assertThat(producer.getByteProperty("byte")).isEqualTo((byte) 1);
        assertThat(producer.getShortProperty("byte")).isEqualTo((short) 1);
        assertThat(producer.getIntProperty("short")).isEqualTo(2);
        assertThat(producer.getLongProperty("int")).isEqualTo(3);
        assertThat(producer.getStringProperty("long")).isEqualTo("4");
        assertThat(producer.getFloatProperty("float")).isEqualTo(5f);
        assertThat(producer.getDoubleProperty("float")).isEqualTo(5d);
        assertThat(producer.getBooleanProperty("boolean")).isTrue();
        assertThat(producer.getIntProperty("string")).isEqualTo(8);
        assertThat(producer.getObjectProperty("object")).isEqualTo(9);
        assertThat(producer.getStringProperty("missing")).isNull();
        assertThat(producer.getObjectProperty("missing")).isNull();
        assertThat(producer.propertyExists("int")).isTrue();
        assertThat(producer.propertyExists("missing")).isFalse();
        assertThatThrownBy(() -> producer.getByteProperty("double")).isInstanceOf(MessageFormatRuntimeException.class);
        assertThatThrownBy(() -> producer.setProperty("", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.setProperty(null, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> producer.setProperty("o", new Object()))
                .isInstanceOf(MessageFormatRuntimeException.class);
    }

    @Test
    void theNamesFollowTheProducerAndCannotBeChanged() {
        JMSProducer producer = context().createProducer().setProperty("a", 1);
        Set<String> names = producer.getPropertyNames();
        producer.setProperty("b", 2);

        assertThat(names).containsExactlyInAnyOrder("a", "b");
        assertThatThrownBy(() -> names.remove("a")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> names.add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(names::clear).isInstanceOf(UnsupportedOperationException.class);
        Iterator<String> iterator = names.iterator();
        iterator.next();
        assertThatThrownBy(iterator::remove).isInstanceOf(UnsupportedOperationException.class);
        producer.clearProperties();
        assertThat(names).isEmpty();
    }

    @Test
    void sendOptionsAreKeptAndChecked() {
        JMSProducer producer = context().createProducer();
        assertThat(producer.getDeliveryMode()).isEqualTo(2);
        assertThat(producer.getPriority()).isEqualTo(4);
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.setDeliveryMode(1).getDeliveryMode()).isEqualTo(1);
        assertThat(producer.setDisableMessageID(true).getDisableMessageID()).isTrue();
        assertThat(producer.setDisableMessageTimestamp(true).getDisableMessageTimestamp())
                .isTrue();
        assertThatThrownBy(() -> producer.setDeliveryMode(7)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> producer.setPriority(10)).isInstanceOf(JMSRuntimeException.class);
        assertThatThrownBy(() -> producer.send(null, "x")).isInstanceOf(InvalidDestinationRuntimeException.class);
        assertThatThrownBy(() -> producer.send(queue, (Message) null))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(producer.setJMSCorrelationIDAsBytes(new byte[] {1}).getJMSCorrelationIDAsBytes())
                .containsExactly(1);
        producer.send(queue, (String) null);
        assertThat(sent(0).headers().correlation()).isInstanceOf(MessageData.Correlation.Bytes.class);
        assertThat(sent(0).headers().messageId()).isEmpty();
        assertThat(sent(0).headers().persistent()).isFalse();
    }

    @Test
    void anAsynchronousProducerTellsItsListener() throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                told.complete(JmsExceptions.unchecked(() -> text(message)));
            }

            @Override
            public void onException(Message message, Exception exception) {
                told.completeExceptionally(exception);
            }
        };
        JMSProducer producer = context().createProducer().setAsync(listener);
        assertThat(producer.getAsync()).isSameAs(listener);

        producer.send(queue, "1");

        assertThat(soon(told)).isEqualTo("1");
    }

    @Test
    void bodiesAreReceivedAsWhatTheyAre() {
        JMSContext context = context();
        JMSProducer producer = context.createProducer();
        JMSConsumer consumer = context.createConsumer(queue);
        producer.send(queue, "text")
                .send(queue, Map.of("key", 1))
                .send(queue, new byte[] {1, 2})
                .send(queue, (Serializable) 17);

        assertThat(consumer.receiveBody(String.class, SOON.toMillis())).isEqualTo("text");
        assertThat(consumer.receiveBody(Map.class, SOON.toMillis())).isEqualTo(Map.of("key", 1));
        assertThat(consumer.receiveBody(byte[].class, SOON.toMillis())).containsExactly(1, 2);
        assertThat(consumer.receiveBodyNoWait(Integer.class)).isEqualTo(17);
        assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
    }

    @Test
    void aBodyThatDoesNotFitStaysFirstInTheAutomaticModes() throws JMSException {
        for (int mode : List.of(JMSContext.AUTO_ACKNOWLEDGE, JMSContext.DUPS_OK_ACKNOWLEDGE)) {
            send("1", "2");
            JMSContext context = context(mode);
            JMSConsumer consumer = context.createConsumer(queue);

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> consumer.receiveBody(Map.class, SOON.toMillis()))
                        .isInstanceOf(MessageFormatRuntimeException.class);
            }
            Message message = consumer.receive(SOON.toMillis());
            assertThat(text(message)).isEqualTo("1");
            assertThat(message.getJMSRedelivered()).isFalse();
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(consumer.receiveBody(String.class, SOON.toMillis())).isEqualTo("2");
            context.close();
            assertThat(engine.owed("q")).isEmpty();
        }
    }

    @Test
    void aBodyThatNeverFitIsReturnedWhenTheConsumerIsClosed() throws JMSException {
        send("1");
        JMSContext context = context();
        JMSConsumer consumer = context.createConsumer(queue);
        assertThatThrownBy(() -> consumer.receiveBody(Map.class, SOON.toMillis()))
                .isInstanceOf(MessageFormatRuntimeException.class);

        consumer.close();

        assertThat(context.createConsumer(queue).receiveBody(String.class, SOON.toMillis()))
                .isEqualTo("1");
    }

    @Test
    void aBodyThatDoesNotFitCountsAsReceivedInTheOtherModes() throws JMSException {
        send("1", "2");
        JMSContext context = context(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(queue);
        assertThatThrownBy(() -> consumer.receiveBody(Map.class, SOON.toMillis()))
                .isInstanceOf(MessageFormatRuntimeException.class);
        assertThat(consumer.receiveBody(String.class, SOON.toMillis())).isEqualTo("2");

        context.recover();

        Message again = consumer.receive(SOON.toMillis());
        assertThat(text(again)).isEqualTo("1");
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        context.acknowledge();
        assertThat(engine.owed("q")).containsExactly("2");
    }

    @Test
    void streamsPlainMessagesAndEmptyBodiesHaveNoneToReceive() {
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        context.createProducer()
                .send(queue, context.createStreamMessage())
                .send(queue, context.createMessage())
                .send(queue, (String) null);
        context.commit();
        JMSConsumer consumer = context.createConsumer(queue);

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> consumer.receiveBody(Object.class, SOON.toMillis()))
                    .isInstanceOf(MessageFormatRuntimeException.class);
        }
        context.commit();
        assertThat(engine.owed("q")).isEmpty();
    }

    @Test
    void acknowledgeHasNoEffectInOtherModes() throws JMSException {
        send("1");
        JMSContext context = context(JMSContext.SESSION_TRANSACTED);
        context.createConsumer(queue).receive(SOON.toMillis());

        context.acknowledge();

        assertThat(log("acknowledge")).isEmpty();
        context.rollback();
        assertThatThrownBy(() -> context().commit()).isInstanceOf(IllegalStateRuntimeException.class);
    }

    @Test
    void aListenerOfAContextIsCalled() throws JMSException {
        send("1");
        Map<String, String> heard = new HashMap<>();
        JMSContext context = context();
        JMSConsumer consumer = context.createConsumer(queue);
        consumer.setMessageListener(message -> {
            synchronized (heard) {
                heard.put(JmsExceptions.unchecked(() -> text(message)), "yes");
            }
        });

        assertThat(consumer.getMessageListener()).isNotNull();
        assertThat(consumer.getMessageSelector()).isNull();
        await().atMost(SOON).until(() -> {
            synchronized (heard) {
                return heard.containsKey("1");
            }
        });
    }
}
