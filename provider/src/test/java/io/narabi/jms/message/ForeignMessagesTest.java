package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narabi.jms.NarabiQueue;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Jakarta Messaging 3.1 §3.12: any implementation of Message can be sent. */
class ForeignMessagesTest {

    @Test
    void ownMessagesAreLeftAsTheyAre() throws JMSException {
        NarabiTextMessage own = new NarabiTextMessage("x");

        assertThat(MessageFactory.convert(own)).isSameAs(own);
    }

    @Test
    void textIsTaken() throws JMSException {
        for (String text : new String[] {"x", "", null}) {
            NarabiMessage copy = MessageFactory.convert(foreign(TextMessage.class, new NarabiTextMessage(text)));

            assertThat(((NarabiTextMessage) Messages.received(copy)).getText()).isEqualTo(text);
        }
    }

    @Test
    void bytesAreTakenWhetherWrittenOrReadAndCanBeReadAgain() throws JMSException {
        for (int size : new int[] {0, 1, 8_191, 8_192, 8_193, 20_000}) {
            NarabiBytesMessage original = new NarabiBytesMessage();
            byte[] bytes = new byte[size];
            Arrays.fill(bytes, (byte) 7);
            original.writeBytes(bytes);
            BytesMessage foreign = foreign(BytesMessage.class, original);
            assertThat(MessageFactory.convert(foreign).toData().body()).isEqualTo(bytes);

            foreign.readBytes(new byte[1]);
            assertThat(MessageFactory.convert(foreign).toData().body()).isEqualTo(bytes);
            assertThat(foreign.readBytes(new byte[20_001])).isEqualTo(size == 0 ? -1 : size);
        }
    }

    @Test
    void mapsAreTaken() throws JMSException {
        NarabiMapMessage original = new NarabiMapMessage();
        original.setInt("i", 1);
        original.setChar("c", 'c');
        original.setBytes("b", new byte[] {1});
        original.setString("n", null);
        NarabiMapMessage copy =
                (NarabiMapMessage) Messages.received(MessageFactory.convert(foreign(MapMessage.class, original)));

        assertThat(copy.getObject("i")).isEqualTo(1);
        assertThat(copy.getObject("c")).isEqualTo('c');
        assertThat(copy.getBytes("b")).containsExactly(1);
        assertThat(copy.itemExists("n")).isTrue();
        assertThat(Collections.list(copy.getMapNames())).hasSize(4);
    }

    @Test
    void streamsAreTakenWhetherWrittenOrReadAndCanBeReadAgain() throws JMSException {
        NarabiStreamMessage original = new NarabiStreamMessage();
        original.writeInt(1);
        original.writeString(null);
        original.writeBytes(new byte[] {1, 2});
        StreamMessage foreign = foreign(StreamMessage.class, original);
        for (int i = 0; i < 2; i++) {
            NarabiStreamMessage copy = (NarabiStreamMessage) Messages.received(MessageFactory.convert(foreign));
            assertThat(copy.readObject()).isEqualTo(1);
            assertThat(copy.readObject()).isNull();
            assertThat((byte[]) copy.readObject()).containsExactly(1, 2);
            assertThat(foreign.readInt()).isEqualTo(1);
        }
    }

    @Test
    void objectsAreTaken() throws JMSException {
        for (String object : new String[] {"x", null}) {
            NarabiMessage copy = MessageFactory.convert(foreign(ObjectMessage.class, new NarabiObjectMessage(object)));

            assertThat(((NarabiObjectMessage) Messages.received(copy)).getObject())
                    .isEqualTo(object);
        }
    }

    @Test
    void plainMessagesAndWhateverElseThereIsHaveNoBody() throws JMSException {
        assertThat(MessageFactory.convert(foreign(Message.class, new NarabiTextMessage("x"))))
                .isInstanceOf(NarabiPlainMessage.class);
    }

    @Test
    void propertiesAndTheSendersHeadersAreTaken() throws JMSException {
        NarabiTextMessage original = new NarabiTextMessage("x");
        original.setStringProperty("JMSXGroupID", "G");
        original.setIntProperty("JMSXDeliveryCount", 3);
        original.setShortProperty("s", (short) 1);
        original.setStringProperty("n", null);
        original.setJMSCorrelationID("c");
        original.setJMSType("t");
        original.setJMSReplyTo(new NarabiQueue("q"));
        original.setJMSMessageID("ID:foreign");
        original.setJMSPriority(9);
        NarabiMessage copy = MessageFactory.convert(foreign(TextMessage.class, original));

        assertThat(copy.toData().group()).contains("G");
        assertThat(copy.getObjectProperty("s")).isEqualTo((short) 1);
        assertThat(copy.propertyExists("n")).isTrue();
        assertThat(copy.toData().properties()).containsOnlyKeys("JMSXGroupID", "s", "n");
        assertThat(copy.getJMSCorrelationID()).isEqualTo("c");
        assertThat(copy.getJMSType()).isEqualTo("t");
        assertThat(copy.getJMSReplyTo()).isEqualTo(new NarabiQueue("q"));
        assertThat(copy.getJMSMessageID()).as("set at the send").isNull();
        assertThat(copy.getJMSPriority()).as("set at the send").isEqualTo(4);
        copy.setStringProperty("more", "can be set");
    }

    @Test
    void aForeignReplyDestinationIsKeptByNameOrNotAtAll() throws JMSException {
        Queue queue = () -> "q";
        assertThat(converted(queue).getJMSReplyTo()).isEqualTo(new NarabiQueue("q"));
        assertThat(converted(new Destination() {}).getJMSReplyTo()).isNull();
    }

    private static NarabiMessage converted(Destination replyTo) throws JMSException {
        NarabiTextMessage original = new NarabiTextMessage("x");
        return MessageFactory.convert((Message) Proxy.newProxyInstance(
                ForeignMessagesTest.class.getClassLoader(),
                new Class<?>[] {TextMessage.class},
                (proxy, method, arguments) ->
                        method.getName().equals("getJMSReplyTo") ? replyTo : method.invoke(original, arguments)));
    }

    @Test
    void whatTheForeignMessageThrowsIsThrown() {
        Message failing = (Message) Proxy.newProxyInstance(
                ForeignMessagesTest.class.getClassLoader(),
                new Class<?>[] {TextMessage.class},
                (proxy, method, arguments) -> {
                    throw new MessageNotReadableException("mine");
                });

        assertThatExceptionOfType(MessageNotReadableException.class)
                .isThrownBy(() -> MessageFactory.convert(failing))
                .withMessage("mine");
    }

    /** Another implementation: only what the interface has, nothing of Narabi's classes. */
    private static <M extends Message> M foreign(Class<M> type, NarabiMessage behind) {
        return type.cast(Proxy.newProxyInstance(
                ForeignMessagesTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(behind, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
