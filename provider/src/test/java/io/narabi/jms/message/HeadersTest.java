package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.jms.NarabiQueue;
import io.narabi.jms.NarabiTopic;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Jakarta Messaging 3.1 §3.4: headers. */
class HeadersTest {

    private final NarabiPlainMessage message = new NarabiPlainMessage();

    @Test
    void aNewMessageHasTheDefaults() {
        assertThat(message.getJMSMessageID()).isNull();
        assertThat(message.getJMSTimestamp()).isZero();
        assertThat(message.getJMSCorrelationID()).isNull();
        assertThat(message.getJMSCorrelationIDAsBytes()).isNull();
        assertThat(message.getJMSReplyTo()).isNull();
        assertThat(message.getJMSDestination()).isNull();
        assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(message.getJMSRedelivered()).isFalse();
        assertThat(message.getJMSType()).isNull();
        assertThat(message.getJMSExpiration()).isZero();
        assertThat(message.getJMSDeliveryTime()).isZero();
        assertThat(message.getJMSPriority()).isEqualTo(4);
    }

    @Test
    void headersTravel() throws JMSException {
        message.setJMSMessageID("ID:1");
        message.setJMSTimestamp(1_000);
        message.setJMSCorrelationID("c");
        message.setJMSReplyTo(new NarabiTopic("replies"));
        message.setJMSDestination(new NarabiQueue("elsewhere"));
        message.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        message.setJMSRedelivered(true);
        message.setJMSType("type");
        message.setJMSExpiration(3_000);
        message.setJMSDeliveryTime(2_000);
        message.setJMSPriority(8);
        NarabiMessage received = Messages.received(message);

        assertThat(received.getJMSMessageID()).isEqualTo("ID:1");
        assertThat(received.getJMSTimestamp()).isEqualTo(1_000);
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSReplyTo()).isEqualTo(new NarabiTopic("replies"));
        assertThat(received.getJMSDestination()).as("where it was received").isEqualTo(Messages.QUEUE);
        assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(received.getJMSRedelivered()).as("of this delivery").isFalse();
        assertThat(received.getJMSType()).isEqualTo("type");
        assertThat(received.getJMSExpiration()).isEqualTo(3_000);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(2_000);
        assertThat(received.getJMSPriority()).isEqualTo(8);
    }

    /** §3.4.3, §3.4.4: disabled by the producer. */
    @Test
    void missingIdentifierAndTimestampStayMissing() throws JMSException {
        NarabiMessage received = Messages.received(message);

        assertThat(received.getJMSMessageID()).isNull();
        assertThat(received.getJMSTimestamp()).isZero();
    }

    /** §3.4.13: without a delay the delivery time is the time of the send; it takes no space. */
    @Test
    void aDeliveryTimeWithoutDelayIsTheTimestamp() throws JMSException {
        message.setJMSTimestamp(1_000);
        message.setJMSDeliveryTime(1_000);

        assertThat(message.toData().headers().deliveryTime()).isZero();
        assertThat(Messages.received(message).getJMSDeliveryTime()).isEqualTo(1_000);
    }

    /** §3.10: headers can always be set. */
    @Test
    void headersOfAReceivedMessageCanBeSet() throws JMSException {
        NarabiMessage received = Messages.received(message);
        received.setJMSType("new");
        received.setJMSCorrelationID("new");
        received.setJMSReplyTo(null);

        assertThat(received.toData().headers().type()).contains("new");
        assertThat(received.toData().headers().correlation()).isEqualTo(new Correlation.Text("new"));
    }

    /** §3.4.5. */
    @Test
    void correlationIdentifiersAreTextOrBytes() throws JMSException {
        byte[] bytes = {1, -1};
        message.setJMSCorrelationIDAsBytes(bytes);
        bytes[0] = 9;
        NarabiMessage received = Messages.received(message);
        assertThat(received.getJMSCorrelationIDAsBytes()).containsExactly(1, -1);
        received.getJMSCorrelationIDAsBytes()[0] = 9;
        assertThat(received.getJMSCorrelationIDAsBytes()).containsExactly(1, -1);

        message.setJMSCorrelationIDAsBytes("\u00fc".getBytes(StandardCharsets.UTF_8));
        assertThat(message.getJMSCorrelationID()).isEqualTo("\u00fc");
        message.setJMSCorrelationID("\u00fc");
        assertThat(message.getJMSCorrelationIDAsBytes()).containsExactly(0xc3, 0xbc);
        message.setJMSCorrelationIDAsBytes(null);
        assertThat(message.getJMSCorrelationID()).isNull();
        message.setJMSCorrelationID("x");
        message.setJMSCorrelationID(null);
        assertThat(message.toData().headers().correlation()).isEqualTo(Correlation.NONE);
    }

    /** §3.4.6: a queue or a topic. */
    @Test
    void anotherProvidersReplyDestinationIsKeptByName() throws JMSException {
        Queue foreign = () -> "q";
        message.setJMSReplyTo(foreign);

        assertThat(message.getJMSReplyTo()).isSameAs(foreign);
        assertThat(Messages.received(message).getJMSReplyTo()).isEqualTo(new NarabiQueue("q"));
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> message.setJMSReplyTo(new Destination() {}));
    }

    @Test
    void aPriorityOutOfRangeCannotBeStored() throws JMSException {
        message.setJMSPriority(10);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(message::toData)
                .withMessageContaining("10");
        message.setJMSPriority(-1);
        assertThatExceptionOfType(JMSException.class).isThrownBy(message::toData);
    }

    @Test
    void acknowledgeDoesWhatTheSessionSaid() throws JMSException {
        message.acknowledge();
        NarabiMessage received = Messages.received(message);
        received.acknowledge();
        AtomicInteger calls = new AtomicInteger();
        received.setAcknowledgeAction(calls::incrementAndGet);
        received.acknowledge();
        assertThat(calls).hasValue(1);

        received.setAcknowledgeAction(() -> {
            throw new jakarta.jms.IllegalStateException("closed");
        });
        assertThatExceptionOfType(jakarta.jms.IllegalStateException.class).isThrownBy(received::acknowledge);
    }

    /** §3.9: what is sent is what it was at the send. */
    @Test
    void theStoredFormDoesNotChangeWithTheMessage() throws JMSException {
        message.setIntProperty("x", 1);
        message.setJMSType("before");
        byte[] correlation = {1};
        message.setJMSCorrelationIDAsBytes(correlation);
        MessageData data = message.toData();
        message.setIntProperty("x", 2);
        message.setJMSType("after");

        assertThat(data.properties()).isEqualTo(Map.of("x", 1));
        assertThat(data.headers().type()).contains("before");
    }
}
