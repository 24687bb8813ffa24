package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narabi.engine.MessageArbitraries;
import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ByteArrayOutputStream;
import java.util.Date;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jakarta Messaging 3.1 §3.11: StreamMessage. */
class StreamMessageTest {

    private final NarabiStreamMessage message = new NarabiStreamMessage();

    @Provide
    Arbitrary<List<Object>> streams() {
        return MessageArbitraries.bodyValues().injectNull(0.1).list().ofMaxSize(8);
    }

    @Property(tries = 200)
    void anyStreamTravels(@ForAll("streams") List<Object> values) throws JMSException {
        NarabiStreamMessage sent = new NarabiStreamMessage();
        for (Object value : values) {
            sent.writeObject(value);
        }
        NarabiStreamMessage received = Messages.received(sent);

        for (Object value : values) {
            assertThat(received.readObject()).isEqualTo(value);
        }
        assertThatExceptionOfType(MessageEOFException.class).isThrownBy(received::readObject);
        assertThat(Messages.received(received).toData().body())
                .isEqualTo(sent.toData().body());
    }

    private interface Access {
        void on(NarabiStreamMessage message) throws JMSException;
    }

    private static final List<Access> READS = List.of(
            NarabiStreamMessage::readBoolean,
            NarabiStreamMessage::readByte,
            NarabiStreamMessage::readShort,
            NarabiStreamMessage::readChar,
            NarabiStreamMessage::readInt,
            NarabiStreamMessage::readLong,
            NarabiStreamMessage::readFloat,
            NarabiStreamMessage::readDouble,
            NarabiStreamMessage::readString,
            NarabiStreamMessage::readObject,
            m -> m.readBytes(new byte[1]));

    private static final List<Access> WRITES = List.of(
            m -> m.writeBoolean(true),
            m -> m.writeByte((byte) 1),
            m -> m.writeShort((short) 1),
            m -> m.writeChar('c'),
            m -> m.writeInt(1),
            m -> m.writeLong(1),
            m -> m.writeFloat(1),
            m -> m.writeDouble(1),
            m -> m.writeString("s"),
            m -> m.writeBytes(new byte[1]),
            m -> m.writeBytes(new byte[1], 0, 1),
            m -> m.writeBytes(null, 0, 1),
            m -> m.writeObject(1),
            m -> m.writeObject(new Date()));

    /** §3.11.2. */
    @Test
    void aNewStreamCanOnlyBeWritten() throws JMSException {
        message.writeInt(1);
        for (Access read : READS) {
            assertThatExceptionOfType(MessageNotReadableException.class).isThrownBy(() -> read.on(message));
        }
        message.reset();
        assertThat(message.readInt()).isEqualTo(1);
    }

    /** §3.11.1, §3.11.2. */
    @Test
    void aReceivedStreamCanOnlyBeReadUntilTheBodyIsCleared() throws JMSException {
        message.writeInt(1);
        NarabiStreamMessage received = Messages.received(message);
        for (Access write : WRITES) {
            assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> write.on(received));
        }
        assertThat(received.readInt()).isEqualTo(1);

        received.clearBody();
        for (Access read : READS) {
            assertThatExceptionOfType(MessageNotReadableException.class).isThrownBy(() -> read.on(received));
        }
        received.writeString("new");
        assertThat(Messages.received(received).readString()).isEqualTo("new");
    }

    @Test
    void resetBeginsAgain() throws JMSException {
        message.writeInt(1);
        message.writeBytes(new byte[] {1, 2});
        message.reset();
        message.reset();
        assertThat(message.readInt()).isEqualTo(1);
        assertThat(message.readBytes(new byte[1])).isEqualTo(1);
        message.reset();
        assertThat(message.readInt()).isEqualTo(1);
        assertThat((byte[]) message.readObject()).containsExactly(1, 2);
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> message.writeInt(1));
    }

    @Test
    void theEndStaysTheEnd() throws JMSException {
        NarabiStreamMessage received = Messages.received(message);
        for (Access read : READS) {
            assertThatExceptionOfType(MessageEOFException.class).isThrownBy(() -> read.on(received));
        }
    }

    // readBytes, javadoc of StreamMessage

    @Test
    void aByteArrayIsReadInParts() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3, 4, 5});
        message.writeInt(6);
        NarabiStreamMessage received = Messages.received(message);
        byte[] two = new byte[2];

        assertThat(received.readBytes(two)).isEqualTo(2);
        assertThat(two).containsExactly(1, 2);
        assertThat(received.readBytes(two)).isEqualTo(2);
        assertThat(two).containsExactly(3, 4);
        assertThat(received.readBytes(two)).isEqualTo(1);
        assertThat(two).containsExactly(5, 4);
        assertThat(received.readInt()).isEqualTo(6);
    }

    @Test
    void anArrayThatFillsTheBufferExactlyEndsWithMinusOne() throws JMSException {
        message.writeBytes(new byte[] {1, 2});
        message.writeInt(6);
        NarabiStreamMessage received = Messages.received(message);

        assertThat(received.readBytes(new byte[2])).isEqualTo(2);
        assertThat(received.readBytes(new byte[2])).isEqualTo(-1);
        assertThat(received.readInt()).isEqualTo(6);
    }

    @Test
    void untilAnArrayIsReadWholeNothingElseCanBeRead() throws JMSException {
        message.writeBytes(new byte[] {1, 2});
        message.writeInt(6);
        NarabiStreamMessage received = Messages.received(message);
        assertThat(received.readBytes(new byte[2])).isEqualTo(2);

        for (Access read : READS.subList(0, READS.size() - 1)) {
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> read.on(received));
        }
        assertThat(received.readBytes(new byte[1])).isEqualTo(-1);
        assertThat(received.readInt()).isEqualTo(6);
    }

    @Test
    void nullArraysGiveMinusOneAndEmptyOnesZero() throws JMSException {
        message.writeBytes(null);
        message.writeBytes(new byte[0]);
        message.writeInt(6);
        NarabiStreamMessage received = Messages.received(message);

        assertThat(received.readBytes(new byte[2])).isEqualTo(-1);
        assertThat(received.readBytes(new byte[2])).isZero();
        assertThat(received.readInt()).isEqualTo(6);
    }

    @Test
    void anEmptyBufferReadsNothingAndEndsNothing() throws JMSException {
        message.writeBytes(new byte[] {1});
        message.writeBytes(new byte[0]);
        message.writeInt(6);
        NarabiStreamMessage received = Messages.received(message);

        assertThat(received.readBytes(new byte[0])).isZero();
        assertThat(received.readBytes(new byte[0])).isZero();
        assertThat(received.readBytes(new byte[2])).isEqualTo(1);
        assertThat(received.readBytes(new byte[0])).isZero();
        assertThat(received.readBytes(new byte[1])).isEqualTo(-1);
        assertThat(received.readInt()).isEqualTo(6);
    }

    /** Scenario 81: openmq#336. */
    @Test
    void aBufferThatIsNotThereIsRefusedAndNothingIsRead() throws JMSException {
        message.writeBytes(new byte[] {1});
        NarabiStreamMessage received = Messages.received(message);

        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> received.readBytes(null));
        assertThat((byte[]) received.readObject()).containsExactly(1);
    }

    @Property(tries = 100)
    void whateverTheBufferTheArrayIsReadWhole(
            @ForAll @Size(max = 20) byte[] array, @ForAll @IntRange(min = 1, max = 22) int bufferSize)
            throws JMSException {
        NarabiStreamMessage sent = new NarabiStreamMessage();
        sent.writeBytes(array);
        sent.writeString("after");
        NarabiStreamMessage received = Messages.received(sent);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        byte[] buffer = new byte[bufferSize];
        int count;
        do {
            count = received.readBytes(buffer);
            whole.write(buffer, 0, Math.max(0, count));
        } while (count == bufferSize);

        assertThat(whole.toByteArray()).isEqualTo(array);
        assertThat(received.readString()).isEqualTo("after");
    }

    /** Scenario 81: openmq#330. */
    @ParameterizedTest
    @CsvSource({"-1,1", "0,-1", "0,4", "3,1", "4,0", "2147483647,1", "1,2147483647", "-2147483648,-2147483648"})
    void offsetsAndLengthsOutsideTheArrayAreRefused(int offset, int length) throws JMSException {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> message.writeBytes(new byte[3], offset, length))
                .withMessageContaining(String.valueOf(offset));
        message.reset();
        assertThatExceptionOfType(MessageEOFException.class).isThrownBy(message::readObject);
    }

    @Test
    void otherObjectsAreRefused() {
        for (Object wrong : new Object[] {new Date(), List.of(), new int[0]}) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.writeObject(wrong))
                    .withMessageContaining(wrong.getClass().getName());
        }
    }

    @Test
    void arraysAreCopiedInAndOut() throws JMSException {
        byte[] array = {1, 2, 3};
        message.writeBytes(array);
        message.writeBytes(array, 1, 2);
        array[1] = 9;
        NarabiStreamMessage received = Messages.received(message);
        ((byte[]) received.readObject())[0] = 9;
        received.reset();

        assertThat((byte[]) received.readObject()).containsExactly(1, 2, 3);
        assertThat((byte[]) received.readObject()).containsExactly(2, 3);
    }

    @Test
    void aStreamIsNeverHadAsAWhole() throws JMSException {
        for (NarabiStreamMessage each : List.of(message, Messages.received(message))) {
            assertThat(each.isBodyAssignableTo(Object.class)).isFalse();
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> each.getBody(Object.class));
        }
    }

    /** §3.9, javadoc of StreamMessage: the sender may go on writing. */
    @Test
    void theStoredFormDoesNotChangeWithTheMessage() throws JMSException {
        message.writeInt(1);
        MessageData first = message.toData();
        byte[] sent = first.body().clone();
        message.writeInt(2);

        assertThat(first.body()).isEqualTo(sent);
        NarabiStreamMessage received = Messages.received(message);
        assertThat(received.readInt()).isEqualTo(1);
        assertThat(received.readInt()).isEqualTo(2);
    }

    @Test
    void aDamagedBodyIsAFormatExceptionAndCanBeSentOn() throws JMSException {
        MessageData good = message.toData();
        byte[] bytes = {6, 0, 0};
        MessageData bad = new MessageData(good.headers(), good.properties(), BodyKind.STREAM, bytes);
        NarabiStreamMessage received = (NarabiStreamMessage)
                MessageFactory.received(bad, Messages.QUEUE, new DeliveryInfo(1, false, Map.of()));

        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received::readInt);
        assertThat(received.toData().body()).isEqualTo(bytes);
    }
}
