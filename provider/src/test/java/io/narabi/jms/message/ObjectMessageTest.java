package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.jms.message.payload.Order;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jakarta Messaging 3.1 §3.11: ObjectMessage. What may be read is the matter of {@link ObjectAllowListTest}. */
class ObjectMessageTest {

    @Property(tries = 100)
    void anyValuesTravel(@ForAll Map<String, List<Long>> value, @ForAll String text, @ForAll double number)
            throws JMSException {
        ArrayList<Object> object = new ArrayList<>(List.of(new HashMap<>(value), text, number));
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage(object));

        assertThat(received.getObject()).isEqualTo(object);
        assertThat(Messages.received(received).getObject()).isEqualTo(object);
    }

    @Test
    void nullIsNoObject() throws JMSException {
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage());
        assertThat(received.getObject()).isNull();
        assertThat(received.getBody(String.class)).isNull();
        assertThat(received.isBodyAssignableTo(String.class)).isTrue();

        NarabiObjectMessage message = new NarabiObjectMessage("x");
        message.setObject(null);
        assertThat(Messages.received(message).getObject()).isNull();
    }

    /** The javadoc of ObjectMessage: a snapshot at setObject. */
    @Test
    void theObjectIsASnapshot() throws JMSException {
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        NarabiObjectMessage message = new NarabiObjectMessage(list);
        list.add("b");
        ((ArrayList<?>) message.getObject()).clear();

        assertThat(message.getObject()).isEqualTo(List.of("a"));
        assertThat(Messages.received(message).getObject()).isEqualTo(List.of("a"));
    }

    /** §3.11.1, §3.11.2. */
    @Test
    void aReceivedObjectIsReadOnlyUntilTheBodyIsCleared() throws JMSException {
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage("old"));
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setObject("new"));
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setObject(null));

        received.clearBody();
        assertThat(received.getObject()).isNull();
        received.setObject("new");
        assertThat(Messages.received(received).getObject()).isEqualTo("new");
    }

    /** Whoever set the object has its class: no list is needed to read it again. */
    @Test
    void theSenderMayReadWhatItSet() throws JMSException {
        NarabiObjectMessage message = new NarabiObjectMessage(new Order(new Order.Line(3)));

        Order order = message.getBody(Order.class);
        assertThat(((Order.Line) order.lines.get(0)).quantity).isEqualTo(3);
    }

    @Test
    void whatCannotBeSerializedIsAFormatExceptionThatNamesIt() {
        NarabiObjectMessage message = new NarabiObjectMessage();

        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> message.setObject(new ArrayList<>(List.of(new Object()))))
                .withCauseInstanceOf(NotSerializableException.class)
                .withMessageContaining("java.lang.Object");
    }

    @Test
    void theBodyIsHadAsWhatTheObjectIs() throws JMSException {
        NarabiObjectMessage received = Messages.received(new NarabiObjectMessage(new StringBuffer("x")));
        assertThat(received.isBodyAssignableTo(StringBuffer.class)).isTrue();
        assertThat(received.isBodyAssignableTo(Serializable.class)).isTrue();
        assertThat(received.getBody(CharSequence.class)).hasToString("x");
        assertThat(received.isBodyAssignableTo(HashMap.class)).isFalse();
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> received.getBody(HashMap.class));
    }

    @Test
    void bytesThatAreNoObjectAreAFormatExceptionAndCanBeSentOn() throws JMSException {
        MessageData good = new NarabiObjectMessage("text").toData();
        for (byte[] bytes :
                new byte[][] {{1}, {(byte) 0xac, (byte) 0xed, 0, 5}, Arrays.copyOf(good.body(), good.body().length - 1)
                }) {
            MessageData bad = new MessageData(good.headers(), good.properties(), BodyKind.OBJECT, bytes);
            NarabiObjectMessage received = (NarabiObjectMessage)
                    MessageFactory.received(bad, Messages.QUEUE, new DeliveryInfo(1, false, Map.of()));

            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received::getObject);
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> received.getBody(Object.class));
            assertThat(received.isBodyAssignableTo(Object.class)).isFalse();
            assertThat(received.toData().body()).isEqualTo(bytes);
        }
    }
}
