package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jakarta Messaging 3.1 §3.5: properties. */
class PropertiesTest {

    private final NarabiTextMessage message = new NarabiTextMessage();

    private interface Setter {
        void set(String name) throws JMSException;
    }

    private List<Setter> setters() {
        return List.of(
                name -> message.setBooleanProperty(name, true),
                name -> message.setByteProperty(name, (byte) 1),
                name -> message.setShortProperty(name, (short) 1),
                name -> message.setIntProperty(name, 1),
                name -> message.setLongProperty(name, 1),
                name -> message.setFloatProperty(name, 1),
                name -> message.setDoubleProperty(name, 1),
                name -> message.setStringProperty(name, "1"),
                name -> message.setObjectProperty(name, 1));
    }

    // §3.5.1 names

    @ParameterizedTest
    @NullAndEmptySource
    void nullAndEmptyNamesAreIllegalArguments(String name) {
        for (Setter setter : setters()) {
            assertThatIllegalArgumentException().isThrownBy(() -> setter.set(name));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "_", "$x", "\u00fcber", "a1", "JMSXGroupID", "JMS_OTHER_x", "nullable", "INs", "x\u4e26"})
    void identifiersAreNames(String name) throws JMSException {
        for (Setter setter : setters()) {
            setter.set(name);
            assertThat(message.propertyExists(name)).isTrue();
            message.clearProperties();
        }
    }

    /** Scenario 84: accepted when set; no selector can name it. */
    @ParameterizedTest
    @ValueSource(strings = {"content-type", "a-", "a--b"})
    void hyphensAreAccepted(String name) throws JMSException {
        message.setStringProperty(name, "x");

        assertThat(Messages.received(message).getStringProperty(name)).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1a", "-a", "a b", " a", "a.b", "a=b", "a'", "a\n", "\ud83d\ude00"})
    void whatIsNoIdentifierIsRefused(String name) {
        for (Setter setter : setters()) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> setter.set(name))
                    .withMessageContaining(name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE"})
    void wordsOfTheSelectorLanguageAreRefusedWhateverTheirCase(String word) {
        for (Setter setter : setters()) {
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> setter.set(word));
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> setter.set(word.toLowerCase(Locale.ROOT)));
        }
    }

    // §3.5.2 values, §3.5.5 as objects

    @Test
    void objectsComeBackAsTheTypeThatWasSet() throws JMSException {
        message.setBooleanProperty("bool", true);
        message.setByteProperty("byte", (byte) 1);
        message.setShortProperty("short", (short) 2);
        message.setIntProperty("int", 3);
        message.setLongProperty("long", 4);
        message.setFloatProperty("float", 5.5f);
        message.setDoubleProperty("double", 6.5);
        message.setStringProperty("text", "seven");
        NarabiTextMessage received = Messages.received(message);

        assertThat(received.getObjectProperty("bool")).isEqualTo(true);
        assertThat(received.getObjectProperty("byte")).isEqualTo((byte) 1);
        assertThat(received.getObjectProperty("short")).isEqualTo((short) 2);
        assertThat(received.getObjectProperty("int")).isEqualTo(3);
        assertThat(received.getObjectProperty("long")).isEqualTo(4L);
        assertThat(received.getObjectProperty("float")).isEqualTo(5.5f);
        assertThat(received.getObjectProperty("double")).isEqualTo(6.5);
        assertThat(received.getObjectProperty("text")).isEqualTo("seven");
    }

    @Test
    void otherObjectsAreRefused() {
        for (Object wrong : new Object[] {'c', new byte[0], new Date(), List.of()}) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.setObjectProperty("x", wrong))
                    .withMessageContaining(wrong.getClass().getName());
        }
        assertThat(message.propertyExists("x")).isFalse();
    }

    /** §3.8.1.2: property values may be null. */
    @Test
    void aPropertySetToNullExistsHereAndThere() throws JMSException {
        message.setStringProperty("a", null);
        message.setObjectProperty("b", null);

        for (NarabiTextMessage each : List.of(message, Messages.received(message))) {
            assertThat(each.propertyExists("a")).isTrue();
            assertThat(Collections.list(each.getPropertyNames())).contains("a", "b");
            assertThat(each.getStringProperty("a")).isNull();
            assertThat(each.getObjectProperty("b")).isNull();
        }
    }

    // §3.5.3 use

    @Test
    void propertiesOfAReceivedMessageAreReadOnly() throws JMSException {
        message.setIntProperty("x", 1);
        NarabiTextMessage received = Messages.received(message);

        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setIntProperty("x", 2));
        assertThatExceptionOfType(MessageNotWriteableException.class)
                .isThrownBy(() -> received.setStringProperty("y", null));
        assertThat(received.getIntProperty("x")).isEqualTo(1);
    }

    // §3.5.6 iteration

    @Test
    void namesAreListedWithoutHeadersAndWhileTheyChange() throws JMSException {
        message.setJMSType("t");
        message.setIntProperty("x", 1);
        message.setIntProperty("y", 1);
        var names = message.getPropertyNames();
        message.setIntProperty("z", 1);

        assertThat(Collections.list(names)).containsExactlyInAnyOrder("x", "y");
    }

    // §3.5.7 clearing

    /** Scenario 80: the body is left alone. */
    @Test
    void clearedPropertiesCanBeSetAndTheBodyStaysAsItIs() throws JMSException {
        message.setText("text");
        message.setIntProperty("x", 1);
        NarabiTextMessage received = Messages.received(message);
        received.clearProperties();

        assertThat(received.getPropertyNames().hasMoreElements()).isFalse();
        received.setIntProperty("y", 2);
        assertThat(received.getIntProperty("y")).isEqualTo(2);
        assertThat(received.getText()).isEqualTo("text");
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setText("other"));
    }

    @Test
    void clearingTheBodyLeavesThePropertiesReadOnly() throws JMSException {
        message.setIntProperty("x", 1);
        NarabiTextMessage received = Messages.received(message);
        received.clearBody();

        assertThat(received.getIntProperty("x")).isEqualTo(1);
        assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> received.setIntProperty("x", 2));
    }

    // §3.5.8 missing

    @Test
    void missingPropertiesAreNull() throws JMSException {
        assertThat(message.getStringProperty("x")).isNull();
        assertThat(message.getObjectProperty("x")).isNull();
        assertThat(message.propertyExists("x")).isFalse();
        assertThat(message.propertyExists(null)).isFalse();
        assertThat(message.getObjectProperty(null)).isNull();
    }

    // §3.5.9 JMSX, §3.5.10 the provider's own

    @Test
    void groupAndSequenceOfAGroupAreCarried() throws JMSException {
        message.setStringProperty("JMSXGroupID", "G");
        message.setIntProperty("JMSXGroupSeq", 3);
        NarabiTextMessage received = Messages.received(message);

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("G");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
        assertThat(Collections.list(received.getPropertyNames())).contains("JMSXGroupID", "JMSXGroupSeq");
    }

    @Test
    void theGroupIsReadAsAStringWhateverItsType() throws JMSException {
        message.setIntProperty("JMSXGroupID", 66);

        assertThat(message.toData().group()).contains("66");
    }

    @Test
    void aDeliverySaysHowOftenItWasTriedAndWhatTheProviderAdds() throws JMSException {
        NarabiMessage received =
                Messages.received(message, new DeliveryInfo(3, true, Map.of("JMS_NARABI_PARTITION", 5)));

        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(received.getObjectProperty("JMSXDeliveryCount")).isEqualTo(3);
        assertThat(received.getJMSRedelivered()).isTrue();
        assertThat(received.getIntProperty("JMS_NARABI_PARTITION")).isEqualTo(5);
        assertThat(Collections.list(received.getPropertyNames()))
                .containsExactlyInAnyOrder("JMSXDeliveryCount", "JMS_NARABI_PARTITION");
    }

    /** DESIGN §5: dropped when a received message is sent again. */
    @Test
    void whatTheProviderSetIsNotSentAgain() throws JMSException {
        message.setStringProperty("mine", "x");
        message.setStringProperty("JMS_NARABI_DEAD_REASON", "from a dead letter that was copied by hand");
        message.setIntProperty("JMSXDeliveryCount", 77);
        assertThat(message.toData().properties()).containsOnlyKeys("mine");

        NarabiMessage received =
                Messages.received(message, new DeliveryInfo(3, true, Map.of("JMS_NARABI_PARTITION", 5)));
        assertThat(received.toData().properties()).containsOnlyKeys("mine");
        assertThat(received.getIntProperty("JMS_NARABI_PARTITION")).isEqualTo(5);
        assertThat(received.toData().properties()).containsOnlyKeys("mine");
    }
}
