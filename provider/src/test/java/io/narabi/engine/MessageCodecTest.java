package io.narabi.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.engine.MessageData.NoValue;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The stored form of messages: read back as written, for ever, and never more than refused when it is damaged. */
class MessageCodecTest {

    private static final String HEADER = "01" + "00" + "04" + "00" + "0000000000000000";

    @Provide
    Arbitrary<MessageData> messages() {
        return MessageArbitraries.messages();
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void whatWasEncodedIsDecoded(@ForAll("messages") MessageData message) {
        assertSame(MessageCodec.decode(MessageCodec.encode(message)), message);
    }

    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
    void aTruncatedMessageIsRefusedOrLacksTheEndOfItsBody(@ForAll("messages") MessageData message) {
        byte[] whole = MessageCodec.encode(message);
        int bodyStart = whole.length - message.body().length;
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            if (length < bodyStart) {
                assertThat(catchThrowable(() -> MessageCodec.decode(part)))
                        .isExactlyInstanceOf(IllegalArgumentException.class);
            } else {
                assertThat(MessageCodec.decode(part).body()).hasSize(length - bodyStart);
            }
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aDamagedMessageIsRefusedAndNothingElse(
            @ForAll("messages") MessageData message,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 0, max = 10_000) Integer> places,
            @ForAll byte damage) {
        byte[] stored = MessageCodec.encode(message);
        places.forEach(place -> stored[place % stored.length] = damage);
        long before = allocated();
        try {
            MessageCodec.decode(stored);
        } catch (IllegalArgumentException refused) {
            // Any other exception fails.
        }
        assertThat(allocated() - before).as("bytes allocated").isLessThan(1 << 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Lengths and counts of up to 2^32 - 1 with nothing behind them.
                HEADER + "ffffffff0f",
                HEADER + "feffffff0f",
                HEADER + "00" + "ffffffff07",
                HEADER + "00" + "ffffffff0f",
                HEADER + "00" + "01" + "0261" + "0afeffffff0f",
                HEADER + "00" + "01" + "0261" + "0bffffffff0f",
                HEADER + "00" + "01" + "0261" + "0bffffffff07",
                HEADER + "ffffffffff0f",
                HEADER + "00" + "01" + "0261" + "0c",
            })
    void hugeLengthsAreRefusedBeforeAnythingIsAllocated(String hex) {
        byte[] stored = HexFormat.of().parseHex(hex);
        Exception refusal = null;
        long before = allocated();
        try {
            MessageCodec.decode(stored);
        } catch (RuntimeException e) {
            refusal = e;
        }
        long used = allocated() - before;

        assertThat(refusal).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(used).as("bytes allocated").isLessThan(1 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "02", "7f", "ff"})
    void otherVersionsAreRefused(String hex) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageCodec.decode(HexFormat.of().parseHex(hex)));
    }

    @Test
    void aNewerVersionIsRefusedWithWhatToDo() {
        byte[] newer = MessageCodec.encode(golden().get("plain"));
        newer[0] = 2;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageCodec.decode(newer))
                .withMessageContaining("format 2")
                .withMessageContaining("upgrade");
    }

    static Set<String> goldenNames() {
        return golden().keySet();
    }

    /** These bytes are on users' disks: a change of this file is a change of the format, which needs a new version. */
    @ParameterizedTest
    @MethodSource("goldenNames")
    void formatVersionOneIsReadAndWrittenForEver(String name) throws IOException {
        MessageData message = Objects.requireNonNull(golden().get(name));
        byte[] stored = goldenBytes(name);

        assertSame(MessageCodec.decode(stored), message);
        assertThat(HexFormat.of().formatHex(MessageCodec.encode(message)))
                .isEqualTo(HexFormat.of().formatHex(stored));
    }

    private static Map<String, MessageData> golden() {
        Map<String, MessageData> all = new LinkedHashMap<>();
        Headers bare = new Headers("", 0, Correlation.NONE, Optional.empty(), Optional.empty(), false, 4, 0, 0);
        all.put("plain", new MessageData(bare, Map.of(), BodyKind.NONE, new byte[0]));
        Headers full = new Headers(
                "ID:narabi-1",
                1_700_000_000_000L,
                new Correlation.Text("order 66"),
                Optional.of(DestinationName.queue("replies")),
                Optional.of("trade"),
                true,
                9,
                1_700_000_060_000L,
                1_700_000_001_000L);
        all.put(
                "text",
                message(
                        full,
                        "JMSXGroupID",
                        "\u00fcber",
                        BodyKind.TEXT_UTF8,
                        "gr\u00fc\u00df".getBytes(StandardCharsets.UTF_8)));
        Headers topic = new Headers(
                "ID:2",
                1,
                new Correlation.Bytes(new byte[] {0, -1}),
                Optional.of(DestinationName.topic("t")),
                Optional.empty(),
                true,
                0,
                0,
                0);
        all.put("textNull", message(topic, "flag", true, BodyKind.TEXT_NULL, new byte[0]));
        all.put("textUtf16", message(bare, "off", false, BodyKind.TEXT_UTF16, ValueWriter.utf16("a\ud800")));
        all.put("bytes", message(bare, "b", (byte) -2, BodyKind.BYTES, new byte[] {1, 2, 3}));
        all.put("map", message(bare, "s", (short) 300, BodyKind.MAP, mapBody()));
        all.put("stream", message(bare, "i", -70_000, BodyKind.STREAM, streamBody()));
        all.put("object", message(bare, "l", 1L << 40, BodyKind.OBJECT, new byte[] {(byte) 0xac, (byte) 0xed}));
        all.put("float", message(bare, "f", 1.5f, BodyKind.NONE, new byte[0]));
        all.put("double", message(bare, "d", -0d, BodyKind.NONE, new byte[0]));
        all.put("surrogate", message(bare, "text", "x\udc00", BodyKind.NONE, new byte[0]));
        all.put("noValue", message(bare, "n", NoValue.NO_VALUE, BodyKind.NONE, new byte[0]));
        return all;
    }

    private static MessageData message(Headers headers, String name, Object value, BodyKind kind, byte[] body) {
        return new MessageData(headers, Map.of(name, value), kind, body);
    }

    private static byte[] mapBody() {
        ValueWriter out = new ValueWriter(0);
        out.writeCount(2);
        out.writeString("c");
        out.writeValue('\u20ac');
        out.writeString("nothing");
        out.writeValue(null);
        return out.toByteArray();
    }

    private static byte[] streamBody() {
        ValueWriter out = new ValueWriter(0);
        out.writeValue(new byte[] {7});
        out.writeValue("text");
        return out.toByteArray();
    }

    private static byte[] goldenBytes(String name) throws IOException {
        try (InputStream in = MessageCodecTest.class.getResourceAsStream("/golden/message-format-1.txt")) {
            String all = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return all.lines()
                    .filter(line -> line.startsWith(name + " "))
                    .map(line -> HexFormat.of().parseHex(line.substring(name.length() + 1)))
                    .findFirst()
                    .orElseGet(() -> fail("No golden bytes for " + name + "; now it is "
                            + HexFormat.of().formatHex(MessageCodec.encode(golden().get(name)))));
        }
    }

    private static void assertSame(MessageData actual, MessageData expected) {
        assertThat(comparable(actual.headers())).isEqualTo(comparable(expected.headers()));
        assertThat(actual.properties()).isEqualTo(expected.properties());
        assertThat(actual.kind()).isEqualTo(expected.kind());
        assertThat(actual.body()).isEqualTo(expected.body());
    }

    /** Records compare arrays by identity. */
    private static List<Object> comparable(Headers h) {
        Object correlation = h.correlation() instanceof Correlation.Bytes bytes
                ? HexFormat.of().formatHex(bytes.value())
                : h.correlation();
        return List.of(
                h.messageId(),
                h.timestamp(),
                correlation,
                h.replyTo(),
                h.type(),
                h.persistent(),
                h.priority(),
                h.expiration(),
                h.deliveryTime());
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
