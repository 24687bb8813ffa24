package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narabi.engine.MessageArbitraries;
import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jakarta Messaging 3.1 §3.11: TextMessage. */
class TextMessageTest {

    @Provide
    Arbitrary<String> texts() {
        return MessageArbitraries.texts();
    }

    @Property(tries = 300)
    void anyTextTravels(@ForAll("texts") String text) throws JMSException {
        NarabiTextMessage received = Messages.received(new NarabiTextMessage(text));

        assertThat(received.getText()).isEqualTo(text);
        assertThat(received.getBody(String.class)).isEqualTo(text);
        assertThat(Messages.received(received).getText()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "a\udc00b", "\udc00\ud800", "\ud83d\ude00\ud83d"})
    void unpairedSurrogatesSurvive(String text) throws JMSException {
        assertThat(Messages.received(new NarabiTextMessage(text)).getText()).isEqualTo(text);
    }

    @Test
    void nullAndEmptyAreNotTheSame() throws JMSException {
        assertThat(Messages.received(new NarabiTextMessage()).getText()).isNull();
        assertThat(Messages.received(new NarabiTextMessage("")).getText()).isEmpty();
        NarabiTextMessage message = new NarabiTextMessage("x");
        message.setText(null);
        assertThat(Messages.received(message).getText()).isNull();
    }

    /** §3.11.1, §3.11.2. */
    @Test
    void aReceivedTextIsReadOnlyUntilTheBodyIsCleared() throws JMSException {
        NarabiTextMessage received = Messages.received(new NarabiTextMessage("old"));
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setText("new"));
        assertThat(received.getText()).isEqualTo("old");

        received.clearBody();
        assertThat(received.getText()).isNull();
        assertThat(received.toData().kind()).isEqualTo(BodyKind.TEXT_NULL);
        received.setText("new");
        assertThat(Messages.received(received).getText()).isEqualTo("new");
    }

    @Test
    void theBodyIsHadAsStringAndWhatAStringIs() throws JMSException {
        NarabiTextMessage message = new NarabiTextMessage("x");
        for (Class<?> fitting :
                new Class<?>[] {String.class, CharSequence.class, Object.class, Serializable.class, Comparable.class}) {
            assertThat(message.isBodyAssignableTo(fitting)).isTrue();
            assertThat((Object) message.getBody(fitting)).isEqualTo("x");
        }
        for (Class<?> wrong : new Class<?>[] {Boolean.class, StringBuffer.class, byte[].class}) {
            assertThat(message.isBodyAssignableTo(wrong)).isFalse();
            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> message.getBody(wrong));
        }
        NarabiTextMessage none = new NarabiTextMessage();
        assertThat(none.isBodyAssignableTo(Boolean.class)).isTrue();
        assertThat(none.getBody(Boolean.class)).isNull();
    }

    @Test
    void theStoredFormDoesNotChangeWithTheMessage() throws JMSException {
        NarabiTextMessage message = new NarabiTextMessage("sent");
        MessageData data = message.toData();
        message.setText("changed");

        assertThat(new String(data.body(), StandardCharsets.UTF_8)).isEqualTo("sent");
    }

    @Test
    void aDamagedTextIsAFormatException() throws JMSException {
        MessageData good = new NarabiTextMessage("x").toData();
        MessageData odd = new MessageData(good.headers(), good.properties(), BodyKind.TEXT_UTF16, new byte[3]);
        NarabiTextMessage received =
                (NarabiTextMessage) MessageFactory.received(odd, Messages.QUEUE, new DeliveryInfo(1, false, Map.of()));

        assertThatExceptionOfType(MessageFormatException.class).isThrownBy(received::getText);
    }
}
