package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Which exception it is: Jakarta Messaging 3.1 §9.2, §10.3; and what has to wait for a later version. */
class RefusalsTest extends JmsTestBase {

    private static void assertNotYet(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfAny(JMSException.class, JMSRuntimeException.class)
                .hasMessageContaining("This version of Narabi has no support for");
    }

    private static void assertIllegalState(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyReasonHasItsClass() {
        Map<Reason, Class<?>> checked = new EnumMap<>(Reason.class);
        checked.put(Reason.INVALID_DESTINATION, InvalidDestinationException.class);
        checked.put(Reason.NOT_ACCEPTED, MessageFormatException.class);
        checked.put(Reason.ILLEGAL_STATE, IllegalStateException.class);
        checked.put(Reason.INVALID_CLIENT_ID, InvalidClientIDException.class);
        checked.put(Reason.INVALID_SELECTOR, InvalidSelectorException.class);
        checked.put(Reason.SECURITY, JMSSecurityException.class);
        checked.put(Reason.RESOURCES, ResourceAllocationException.class);
        checked.put(Reason.ROLLED_BACK, TransactionRolledBackException.class);
        Map<Reason, Class<?>> unchecked = new EnumMap<>(Reason.class);
        unchecked.put(Reason.INVALID_DESTINATION, InvalidDestinationRuntimeException.class);
        unchecked.put(Reason.NOT_ACCEPTED, MessageFormatRuntimeException.class);
        unchecked.put(Reason.ILLEGAL_STATE, IllegalStateRuntimeException.class);
        unchecked.put(Reason.INVALID_CLIENT_ID, InvalidClientIDRuntimeException.class);
        unchecked.put(Reason.INVALID_SELECTOR, InvalidSelectorRuntimeException.class);
        unchecked.put(Reason.SECURITY, JMSSecurityRuntimeException.class);
        unchecked.put(Reason.RESOURCES, ResourceAllocationRuntimeException.class);
        unchecked.put(Reason.ROLLED_BACK, TransactionRolledBackRuntimeException.class);
        for (Reason reason : Reason.values()) {
            EngineException failure = new EngineException(reason, "what happened");

            JMSException e = JmsExceptions.of(new CompletionException(failure));

            assertThat((Object) e.getClass()).isEqualTo(checked.getOrDefault(reason, JMSException.class));
            assertThat(e).hasMessage("what happened").hasCause(failure);
            assertThat(e.getErrorCode()).isEqualTo(reason.name());
            assertThat(e.getLinkedException()).isSameAs(failure);
            JMSRuntimeException runtime = JmsExceptions.toRuntime(e);
            assertThat((Object) runtime.getClass())
                    .isEqualTo(unchecked.getOrDefault(reason, JMSRuntimeException.class));
            assertThat(runtime.getErrorCode()).isEqualTo(reason.name());
            assertThat(runtime).hasMessage("what happened").hasCause(e);
        }
    }

    @Test
    void whatIsNotThereYetSaysSo() throws Exception {
        Connection connection = connect("");
        Session session = connection.createSession();
        Topic topic = session.createTopic("t");
        MessageProducer producer = session.createProducer(queue);
        MessageProducer open = session.createProducer(null);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> session.createConsumer(topic),
                () -> session.createProducer(topic),
                () -> open.send(topic, session.createMessage()),
                () -> session.createDurableConsumer(topic, "n"),
                () -> session.createDurableConsumer(topic, "n", "a = 1", false),
                () -> session.createDurableSubscriber(topic, "n"),
                () -> session.createDurableSubscriber(topic, "n", "a = 1", false),
                () -> session.createSharedConsumer(topic, "n"),
                () -> session.createSharedConsumer(topic, "n", "a = 1"),
                () -> session.createSharedDurableConsumer(topic, "n"),
                () -> session.createSharedDurableConsumer(topic, "n", "a = 1"),
                () -> session.unsubscribe("n"),
                () -> session.createConsumer(queue, "a = 1"),
                () -> session.createBrowser(queue),
                () -> session.createBrowser(queue, "a = 1"),
                session::createTemporaryQueue,
                session::createTemporaryTopic,
                () -> session.setMessageListener(message -> {}),
                session::run,
                () -> connection.createConnectionConsumer(queue, null, null, 1),
                () -> connection.createSharedConnectionConsumer(topic, "n", null, null, 1),
                () -> connection.createDurableConnectionConsumer(topic, "n", null, null, 1),
                () -> connection.createSharedDurableConnectionConsumer(topic, "n", null, null, 1),
                () -> producer.setPriority(5),
                () -> producer.setTimeToLive(1),
                () -> producer.setDeliveryDelay(1),
                () -> producer.send(session.createMessage(), 2, 9, 0),
                () -> producer.send(session.createMessage(), 2, 4, 1))) {
            assertNotYet(call);
        }
    }

    @Test
    void theSimplifiedApiSaysSoToo() {
        JMSContext context = closedLater(engine.factory("").createContext());
        Topic topic = context.createTopic("t");
        JMSProducer producer = context.createProducer();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> context.createConsumer(topic),
                () -> context.createConsumer(queue, "a = 1"),
                () -> context.createDurableConsumer(topic, "n"),
                () -> context.createDurableConsumer(topic, "n", "a = 1", false),
                () -> context.createSharedConsumer(topic, "n"),
                () -> context.createSharedConsumer(topic, "n", "a = 1"),
                () -> context.createSharedDurableConsumer(topic, "n"),
                () -> context.createSharedDurableConsumer(topic, "n", "a = 1"),
                () -> context.unsubscribe("n"),
                () -> context.createBrowser(queue),
                context::createTemporaryQueue,
                context::createTemporaryTopic,
                () -> producer.send(topic, "x"),
                () -> producer.setPriority(0),
                () -> producer.setTimeToLive(1),
                () -> producer.setDeliveryDelay(1))) {
            assertNotYet(call);
        }
    }

    /** Scenario 78. */
    @Test
    void blankSelectorsAreNone() throws JMSException {
        Session session = session(Session.AUTO_ACKNOWLEDGE);
        for (String selector : new String[] {null, "", "  "}) {
            assertThat(session.createConsumer(queue, selector).getMessageSelector())
                    .isNull();
            assertThat(session.createConsumer(queue, selector, true).getMessageSelector())
                    .isNull();
        }
    }

    @Test
    void objectsOfOneDomainRefuseTheMethodsOfTheOther() throws Exception {
        QueueConnection connection = closedLater(engine.factory("").createQueueConnection());
        QueueSession queues = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        Session general = connection.createSession();
        TopicSession topics = closedLater(engine.factory("").createTopicConnection())
                .createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        Topic topic = topics.createTopic("t");
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> connection.createSharedConnectionConsumer(topic, "n", null, null, 1),
                () -> connection.createDurableConnectionConsumer(topic, "n", null, null, 1),
                () -> connection.createSharedDurableConnectionConsumer(topic, "n", null, null, 1),
                () -> queues.createDurableSubscriber(topic, "n"),
                () -> queues.createDurableConsumer(topic, "n"),
                () -> queues.createSharedConsumer(topic, "n"),
                () -> queues.createSharedDurableConsumer(topic, "n"),
                queues::createTemporaryTopic,
                () -> queues.createTopic("t"),
                () -> queues.unsubscribe("n"),
                () -> general.createTopic("t"),
                () -> topics.createBrowser(queue),
                () -> topics.createQueue("q"),
                topics::createTemporaryQueue)) {
            assertIllegalState(call);
        }
        assertThat(queues.createReceiver(queue).getQueue()).isEqualTo(queue);
    }
}
