package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.narabi.engine.MessageData;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Date;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jakarta Messaging 3.1 §3.11: BytesMessage. */
class BytesMessageTest {

    private final NarabiBytesMessage message = new NarabiBytesMessage();

    @Property(tries = 200)
    void anyBytesTravel(@ForAll byte[] bytes) throws JMSException {
        NarabiBytesMessage sent = new NarabiBytesMessage();
        sent.writeBytes(bytes);
        NarabiBytesMessage received = Messages.received(sent);

        assertThat(received.getBodyLength()).isEqualTo(bytes.length);
        byte[] all = new byte[bytes.length];
        assertThat(received.readBytes(all)).isEqualTo(bytes.length == 0 ? -1 : bytes.length);
        assertThat(all).isEqualTo(bytes);
        assertThat(received.readBytes(all)).isEqualTo(-1);
        assertThat(received.toData().body()).isEqualTo(bytes);
    }

    @Property(tries = 200)
    void everyTypeIsReadBackAsItWasWritten(
            @ForAll boolean z,
            @ForAll byte b,
            @ForAll short s,
            @ForAll char c,
            @ForAll int i,
            @ForAll long l,
            @ForAll float f,
            @ForAll double d,
            @ForAll String text)
            throws JMSException, IOException {
        NarabiBytesMessage sent = new NarabiBytesMessage();
        for (Object value : new Object[] {z, b, b, s, s, c, i, l, f, d, text, "after " + text}) {
            sent.writeObject(value);
        }
        NarabiBytesMessage received = Messages.received(sent);

        assertThat(received.toData().body()).as("big-endian").isEqualTo(asJavaDoes(z, b, s, c, i, l, f, d, text));
        assertThat(received.readBoolean()).isEqualTo(z);
        assertThat(received.readByte()).isEqualTo(b);
        assertThat(received.readUnsignedByte()).isEqualTo(Byte.toUnsignedInt(b));
        assertThat(received.readShort()).isEqualTo(s);
        assertThat(received.readUnsignedShort()).isEqualTo(Short.toUnsignedInt(s));
        assertThat(received.readChar()).isEqualTo(c);
        assertThat(received.readInt()).isEqualTo(i);
        assertThat(received.readLong()).isEqualTo(l);
        assertThat(received.readFloat()).isEqualTo(f);
        assertThat(received.readDouble()).isEqualTo(d);
        assertThat(received.readUTF()).isEqualTo(text);
        assertThat(received.readUTF()).isEqualTo("after " + text);
    }

    private static byte[] asJavaDoes(boolean z, byte b, short s, char c, int i, long l, float f, double d, String text)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(z);
        out.writeByte(b);
        out.writeByte(b);
        out.writeShort(s);
        out.writeShort(s);
        out.writeChar(c);
        out.writeInt(i);
        out.writeLong(l);
        out.writeFloat(f);
        out.writeDouble(d);
        out.writeUTF(text);
        out.writeUTF("after " + text);
        return bytes.toByteArray();
    }

    private interface Access {
        void on(NarabiBytesMessage message) throws JMSException;
    }

    private static final List<Access> SIZED_READS = List.of(
            NarabiBytesMessage::readBoolean,
            NarabiBytesMessage::readByte,
            NarabiBytesMessage::readUnsignedByte,
            NarabiBytesMessage::readShort,
            NarabiBytesMessage::readUnsignedShort,
            NarabiBytesMessage::readChar,
            NarabiBytesMessage::readInt,
            NarabiBytesMessage::readLong,
            NarabiBytesMessage::readFloat,
            NarabiBytesMessage::readDouble,
            NarabiBytesMessage::readUTF);

    private static final List<Access> OTHER_READS = List.of(
            NarabiBytesMessage::getBodyLength,
            m -> m.readBytes(new byte[1]),
            m -> m.readBytes(null),
            m -> m.readBytes(new byte[1], 1),
            m -> m.readBytes(new byte[1], 2));

    private static final List<Access> WRITES = List.of(
            m -> m.writeBoolean(true),
            m -> m.writeByte((byte) 1),
            m -> m.writeShort((short) 1),
            m -> m.writeChar('c'),
            m -> m.writeInt(1),
            m -> m.writeLong(1),
            m -> m.writeFloat(1),
            m -> m.writeDouble(1),
            m -> m.writeUTF("s"),
            m -> m.writeUTF(null),
            m -> m.writeBytes(new byte[1]),
            m -> m.writeBytes(null),
            m -> m.writeBytes(new byte[1], 0, 1),
            m -> m.writeBytes(new byte[1], 0, 2),
            m -> m.writeObject(1),
            m -> m.writeObject(null),
            m -> m.writeObject(new Date()));

    /** §3.11.2. */
    @Test
    void aNewMessageCanOnlyBeWritten() throws JMSException {
        message.writeLong(1);
        for (List<Access> reads : List.of(SIZED_READS, OTHER_READS)) {
            for (Access read : reads) {
                assertThatExceptionOfType(MessageNotReadableException.class).isThrownBy(() -> read.on(message));
            }
        }
        message.reset();
        assertThat(message.readLong()).isEqualTo(1);
    }

    /** §3.11.1, §3.11.2. */
    @Test
    void aReceivedMessageCanOnlyBeReadUntilTheBodyIsCleared() throws JMSException {
        message.writeInt(1);
        NarabiBytesMessage received = Messages.received(message);
        for (Access write : WRITES) {
            assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> write.on(received));
        }
        assertThat(received.readInt()).isEqualTo(1);

        received.clearBody();
        assertThatExceptionOfType(MessageNotReadableException.class).isThrownBy(received::readInt);
        received.writeByte((byte) 2);
        NarabiBytesMessage again = Messages.received(received);
        assertThat(again.getBodyLength()).isEqualTo(1);
        assertThat(again.readByte()).isEqualTo((byte) 2);
    }

    /** Scenario 80: §3.5.7, §3.10. */
    @Test
    void clearedAndSetPropertiesLeaveTheBodyAndThePositionAlone() throws JMSException {
        message.writeInt(1);
        message.writeInt(2);
        message.setStringProperty("b3", "1");
        NarabiBytesMessage received = Messages.received(message);
        assertThat(received.readInt()).isEqualTo(1);
        received.clearProperties();
        received.setStringProperty("b3", "2");

        assertThat(received.getBodyLength()).isEqualTo(8);
        assertThat(received.readInt()).isEqualTo(2);
        received.reset();
        assertThat(received.readInt()).isEqualTo(1);
        NarabiBytesMessage sentOn = Messages.received(received);
        assertThat(sentOn.getStringProperty("b3")).isEqualTo("2");
        assertThat(sentOn.getBodyLength()).isEqualTo(8);
    }

    /** A failed read leaves the position, whatever is left. */
    @Test
    void tooFewBytesAreTheEndAndStay() throws JMSException {
        for (Access read : SIZED_READS) {
            for (int left = 0; left < 8; left++) {
                NarabiBytesMessage sent = new NarabiBytesMessage();
                sent.writeBytes(new byte[] {0, 9, 9, 9, 9, 9, 9, 9}, 0, left);
                NarabiBytesMessage received = Messages.received(sent);
                try {
                    read.on(received);
                } catch (MessageEOFException end) {
                    assertThat(received.readBytes(new byte[9])).isEqualTo(left == 0 ? -1 : left);
                }
            }
            assertThatExceptionOfType(MessageEOFException.class)
                    .isThrownBy(() -> read.on(Messages.received(new NarabiBytesMessage())));
        }
    }

    @Test
    void bytesThatAreNoStringAreRefusedAndStay() throws JMSException {
        message.writeShort((short) 1);
        message.writeByte((byte) 0xff);
        NarabiBytesMessage received = Messages.received(message);

        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received::readUTF);
        assertThat(received.readShort()).isEqualTo((short) 1);
    }

    @Test
    void stringsOfMoreThanWriteUtfCanAreRefused() throws JMSException {
        message.writeByte((byte) 1);
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> message.writeUTF("x".repeat(65_536)));
        message.writeUTF("x".repeat(65_535));
        message.reset();

        assertThat(message.readByte()).isEqualTo((byte) 1);
        assertThat(message.readUTF()).hasSize(65_535);
    }

    @Test
    void bytesAreReadInParts() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3, 4, 5});
        NarabiBytesMessage received = Messages.received(message);
        byte[] two = new byte[2];

        assertThat(received.readBytes(two)).isEqualTo(2);
        assertThat(two).containsExactly(1, 2);
        assertThat(received.readBytes(two, 1)).isEqualTo(1);
        assertThat(two).containsExactly(3, 2);
        assertThat(received.readBytes(two, 0)).isZero();
        assertThat(received.readBytes(new byte[9])).isEqualTo(2);
        assertThat(received.readBytes(two, 0)).isEqualTo(-1);
    }

    /** Scenario 81: as the javadoc of readBytes says. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 4, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void lengthsOutsideTheArrayAreIndexErrorsAndReadNothing(int length) throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3, 4, 5});
        NarabiBytesMessage received = Messages.received(message);

        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> received.readBytes(new byte[3], length));
        assertThat(received.readByte()).isEqualTo((byte) 1);
    }

    /** Scenario 81. */
    @ParameterizedTest
    @CsvSource({"-1,1", "0,-1", "0,4", "3,1", "4,0", "2147483647,1", "1,2147483647", "-2147483648,-2147483648"})
    void offsetsAndLengthsOutsideTheArrayAreRefused(int offset, int length) throws JMSException {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> message.writeBytes(new byte[3], offset, length))
                .withMessageContaining(String.valueOf(offset));
        message.reset();
        assertThat(message.getBodyLength()).isZero();
    }

    @Test
    void whatIsNotThereIsRefused() throws JMSException {
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.writeBytes(null));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.writeBytes(null, 0, 0));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.writeUTF(null));
        assertThatNullPointerException().isThrownBy(() -> message.writeObject(null));
        message.reset();
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.readBytes(null));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.readBytes(null, 0));
    }

    @Test
    void otherObjectsAreRefused() {
        for (Object wrong : new Object[] {new Date(), List.of(), new int[0]}) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.writeObject(wrong))
                    .withMessageContaining(wrong.getClass().getName());
        }
    }

    // getBody, javadoc of Message: resets before and after use.

    @Test
    void theBodyIsHadAsACopyOfAllBytesAndReadingBeginsAgain() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3});
        NarabiBytesMessage received = Messages.received(message);
        received.readByte();
        byte[] body = received.getBody(byte[].class);
        assertThat(body).containsExactly(1, 2, 3);
        body[0] = 9;
        assertThat(received.readByte()).isEqualTo((byte) 1);
        assertThat((byte[]) received.getBody(Object.class)).containsExactly(1, 2, 3);

        assertThat(message.getBody(byte[].class)).containsExactly(1, 2, 3);
        assertThat(message.readByte()).isEqualTo((byte) 1);
    }

    @Test
    void aBodyThatCannotBeHadIsLeftAsItIs() throws JMSException {
        message.writeByte((byte) 1);
        assertThat(message.isBodyAssignableTo(byte[].class)).isTrue();
        assertThat(message.isBodyAssignableTo(Object.class)).isTrue();
        assertThat(message.isBodyAssignableTo(String.class)).isFalse();
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> message.getBody(StringBuffer.class));
        message.writeByte((byte) 2);
        NarabiBytesMessage received = Messages.received(message);
        received.readByte();
        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> received.getBody(String.class));
        assertThat(received.readByte()).isEqualTo((byte) 2);
    }

    @Test
    void noBytesAreNoBody() throws JMSException {
        message.writeBytes(new byte[0]);
        assertThat(message.isBodyAssignableTo(String.class)).isTrue();
        assertThat(message.getBody(String.class)).isNull();
        assertThat(Messages.received(message).getBody(byte[].class)).isNull();
    }

    /** §3.9, and the javadoc of BytesMessage: the sender may go on writing. */
    @Test
    void theStoredFormDoesNotChangeWithTheMessage() throws JMSException {
        byte[] array = {1};
        message.writeBytes(array);
        MessageData data = message.toData();
        array[0] = 9;
        message.writeByte((byte) 2);

        assertThat(data.body()).containsExactly(1);
        assertThat(message.toData().body()).containsExactly(1, 2);
    }
}
