package io.narabi.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narabi.engine.MessageArbitraries;
import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

/** Jakarta Messaging 3.1 §3.11: MapMessage. */
class MapMessageTest {

    private final NarabiMapMessage message = new NarabiMapMessage();

    @Provide
    Arbitrary<Map<String, Object>> maps() {
        return Arbitraries.maps(
                        MessageArbitraries.texts().filter(name -> !name.isEmpty()),
                        MessageArbitraries.bodyValues().injectNull(0.1))
                .ofMaxSize(6);
    }

    @Property(tries = 200)
    void anyMapTravels(@ForAll("maps") Map<String, Object> map) throws JMSException {
        NarabiMapMessage sent = new NarabiMapMessage();
        for (Map.Entry<String, Object> entry : map.entrySet()) {
            sent.setObject(entry.getKey(), entry.getValue());
        }
        NarabiMapMessage received = Messages.received(sent);

        assertThat(Collections.list(received.getMapNames())).containsExactlyInAnyOrderElementsOf(map.keySet());
        for (Map.Entry<String, Object> entry : map.entrySet()) {
            assertThat(received.itemExists(entry.getKey())).isTrue();
            assertThat(received.getObject(entry.getKey())).isEqualTo(entry.getValue());
        }
        assertThat(Messages.received(received).toData().body())
                .isEqualTo(sent.toData().body());
    }

    private interface Setter {
        void set(NarabiMapMessage message, String name) throws JMSException;
    }

    private static final List<Setter> SETTERS = List.of(
            (m, name) -> m.setBoolean(name, true),
            (m, name) -> m.setByte(name, (byte) 1),
            (m, name) -> m.setShort(name, (short) 1),
            (m, name) -> m.setChar(name, 'c'),
            (m, name) -> m.setInt(name, 1),
            (m, name) -> m.setLong(name, 1),
            (m, name) -> m.setFloat(name, 1),
            (m, name) -> m.setDouble(name, 1),
            (m, name) -> m.setString(name, "s"),
            (m, name) -> m.setBytes(name, new byte[1]),
            (m, name) -> m.setBytes(name, new byte[1], 0, 1),
            (m, name) -> m.setObject(name, 1));

    @ParameterizedTest
    @NullAndEmptySource
    void nullAndEmptyNamesAreIllegalArguments(String name) {
        for (Setter setter : SETTERS) {
            assertThatIllegalArgumentException().isThrownBy(() -> setter.set(message, name));
        }
    }

    /** §3.11.1, §3.11.2. */
    @Test
    void aReceivedMapIsReadOnlyUntilTheBodyIsCleared() throws JMSException {
        message.setInt("old", 1);
        NarabiMapMessage received = Messages.received(message);
        for (Setter setter : SETTERS) {
            assertThatExceptionOfType(MessageNotWriteableException.class).isThrownBy(() -> setter.set(received, "x"));
        }
        assertThat(Collections.list(received.getMapNames())).containsExactly("old");

        received.clearBody();
        assertThat(received.itemExists("old")).isFalse();
        for (Setter setter : SETTERS) {
            setter.set(received, "x");
        }
        NarabiMapMessage again = Messages.received(received);
        assertThat(Collections.list(again.getMapNames())).containsExactly("x");
        assertThat(again.getInt("x")).isEqualTo(1);
    }

    @Test
    void otherObjectsAreRefused() {
        for (Object wrong : new Object[] {new Date(), List.of(), new int[0]}) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> message.setObject("x", wrong))
                    .withMessageContaining(wrong.getClass().getName());
        }
    }

    @Test
    void typesComeBackAsTheyWereSet() throws JMSException {
        message.setChar("c", 'x');
        message.setFloat("f", 1.5f);
        message.setObject("b", (byte) 1);
        NarabiMapMessage received = Messages.received(message);

        assertThat(received.getObject("c")).isEqualTo('x');
        assertThat(received.getObject("f")).isEqualTo(1.5f);
        assertThat(received.getObject("b")).isEqualTo((byte) 1);
    }

    @Test
    void nullEntriesExist() throws JMSException {
        message.setString("s", null);
        message.setBytes("b", null);
        message.setObject("o", null);
        for (NarabiMapMessage each : List.of(message, Messages.received(message))) {
            assertThat(each.itemExists("s")).isTrue();
            assertThat(each.getString("s")).isNull();
            assertThat(each.getBytes("b")).isNull();
            assertThat(each.getObject("o")).isNull();
            assertThat(each.itemExists("x")).isFalse();
            assertThat(each.getBytes("x")).isNull();
            assertThat(each.itemExists(null)).isFalse();
        }
    }

    @Test
    void arraysAreCopiedInAndOut() throws JMSException {
        byte[] array = {1, 2, 3, 4};
        message.setBytes("all", array);
        message.setBytes("part", array, 1, 2);
        message.setObject("object", array);
        array[1] = 9;
        message.getBytes("all")[0] = 9;
        ((byte[]) message.getObject("all"))[0] = 9;
        ((byte[]) ((Map<?, ?>) message.getBody(Map.class)).get("all"))[0] = 9;

        assertThat(message.getBytes("all")).containsExactly(1, 2, 3, 4);
        assertThat(message.getBytes("part")).containsExactly(2, 3);
        assertThat(message.getBytes("object")).containsExactly(1, 2, 3, 4);
    }

    /** Scenario 81. */
    @ParameterizedTest
    @CsvSource({"-1,1", "0,-1", "0,4", "3,1", "4,0", "2147483647,1", "1,2147483647", "-2147483648,-2147483648"})
    void offsetsAndLengthsOutsideTheArrayAreRefused(int offset, int length) throws JMSException {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> message.setBytes("x", new byte[3], offset, length))
                .withMessageContaining(String.valueOf(offset));
        assertThat(message.itemExists("x")).isFalse();
    }

    @Test
    void anArrayThatIsNotThereHasNoParts() {
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> message.setBytes("x", null, 0, 0));
    }

    @Test
    void emptyPartsAreFine() throws JMSException {
        message.setBytes("x", new byte[3], 3, 0);
        assertThat(message.getBytes("x")).isEmpty();
    }

    @Test
    void theBodyIsHadAsMapOnly() throws JMSException {
        message.setInt("x", 1);
        message.setString("n", null);
        Map<String, Object> expected = new HashMap<>();
        expected.put("x", 1);
        expected.put("n", null);
        for (NarabiMapMessage each : List.of(message, Messages.received(message))) {
            assertThat((Object) each.getBody(Map.class)).isEqualTo(expected);
            assertThat(each.getBody(Object.class)).isEqualTo(expected);
            assertThat(each.isBodyAssignableTo(Map.class)).isTrue();
            assertThat(each.isBodyAssignableTo(Object.class)).isTrue();
            for (Class<?> wrong : new Class<?>[] {HashMap.class, LinkedHashMap.class, String.class}) {
                assertThat(each.isBodyAssignableTo(wrong)).isFalse();
                assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> each.getBody(wrong));
            }
        }
        NarabiMapMessage none = Messages.received(new NarabiMapMessage());
        assertThat(none.isBodyAssignableTo(String.class)).isTrue();
        assertThat(none.getBody(String.class)).isNull();
    }

    @Test
    void theMapThatIsHadIsNotTheMessage() throws JMSException {
        message.setInt("x", 1);
        @SuppressWarnings("unchecked")
        Map<String, Object> body = message.getBody(Map.class);
        body.put("y", 2);

        assertThat(message.itemExists("y")).isFalse();
    }

    @Test
    void theStoredFormDoesNotChangeWithTheMessage() throws JMSException {
        message.setInt("x", 1);
        byte[] sent = message.toData().body().clone();
        MessageData data = message.toData();
        message.setInt("x", 2);
        message.setInt("y", 2);

        assertThat(data.body()).isEqualTo(sent);
        assertThat(Messages.received(message).getInt("x")).isEqualTo(2);
    }

    @Test
    void aDamagedBodyIsAFormatExceptionAndCanBeSentOn() throws JMSException {
        MessageData good = message.toData();
        for (byte[] bytes :
                new byte[][] {{}, {1}, {1, 2, 'a', 99}, {(byte) 255, (byte) 255, (byte) 255, (byte) 255, 15}}) {
            MessageData bad = new MessageData(good.headers(), good.properties(), BodyKind.MAP, bytes);
            NarabiMapMessage received = (NarabiMapMessage)
                    MessageFactory.received(bad, Messages.QUEUE, new DeliveryInfo(1, false, Map.of()));

            assertThatExceptionOfType(MessageFormatException.class).isThrownBy(() -> received.getInt("a"));
            assertThat(received.toData().body()).isEqualTo(bytes);
        }
    }
}
