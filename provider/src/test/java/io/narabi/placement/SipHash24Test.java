package io.narabi.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SipHash24Test {
    private static final int RANDOM_INPUTS = 100_000;

    /** A row of shared vectors, computed with the class that RocketMQ's Java client 5.2.0 uses. */
    record Vector(String group, long hash, List<Integer> partitions) {}

    static Stream<Vector> vectors() throws IOException {
        try (InputStream in = SipHash24Test.class.getResourceAsStream("/siphash-vectors.tsv")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            List<Vector> vectors = text.lines()
                    .filter(line -> !line.startsWith("#") && !line.startsWith("group\t"))
                    .map(SipHash24Test::vector)
                    .toList();
            assertThat(vectors).hasSizeGreaterThanOrEqualTo(17);
            return vectors.stream();
        }
    }

    private static Vector vector(String line) {
        List<String> cells = List.of(line.split("\t", -1));
        String group = cells.get(0);
        String unquoted = group.startsWith("\"") ? group.substring(1, group.length() - 1) : group;
        return new Vector(
                unquoted,
                Long.parseLong(cells.get(1)),
                cells.subList(2, 8).stream().map(Integer::valueOf).toList());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void agreesWithRocketMq(Vector vector) {
        byte[] utf8 = vector.group().getBytes(StandardCharsets.UTF_8);
        assertThat(SipHash24.hash(utf8, 0, utf8.length)).isEqualTo(vector.hash());
        assertThat(SipHash24.hash(vector.group())).isEqualTo(vector.hash());
        List<Integer> partitions = Stream.of(1, 2, 3, 4, 8, 16)
                .map(n -> GroupPlacement.partition(vector.group(), n))
                .toList();
        assertThat(partitions).isEqualTo(vector.partitions());
    }

    @Test
    void agreesWithThePublishedCheckValue() {
        byte[] message = new byte[15];
        for (int i = 0; i < message.length; i++) {
            message[i] = (byte) i;
        }
        assertThat(SipHash24.hash(message, 0, message.length)).isEqualTo(0xa129ca6149be45e5L);
    }

    @Test
    void agreesWithGuavaOnRandomBytesUnderRandomKeys() {
        long seed = Seeds.next("agreesWithGuavaOnRandomBytesUnderRandomKeys", RANDOM_INPUTS);
        SplittableRandom random = new SplittableRandom(seed);
        HashFunction guava = Hashing.sipHash24();
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            int offset = random.nextInt(bytes.length + 1);
            int length = random.nextInt(bytes.length - offset + 1);
            long expected = guava.hashBytes(bytes, offset, length).asLong();
            assertThat(SipHash24.hash(bytes, offset, length)).as("input %d", i).isEqualTo(expected);
            if (i % 10 == 0) {
                long k0 = random.nextLong();
                long k1 = random.nextLong();
                long keyed = Hashing.sipHash24(k0, k1)
                        .hashBytes(bytes, offset, length)
                        .asLong();
                assertThat(SipHash24.hash(k0, k1, bytes, offset, length))
                        .as("input %d", i)
                        .isEqualTo(keyed);
            }
        }
    }

    @Test
    void agreesWithGuavaOnRandomTexts() {
        long seed = Seeds.next("agreesWithGuavaOnRandomTexts", RANDOM_INPUTS);
        SplittableRandom random = new SplittableRandom(seed);
        HashFunction guava = Hashing.sipHash24();
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            String text = randomText(random);
            long expected = guava.hashString(text, StandardCharsets.UTF_8).asLong();
            assertThat(SipHash24.hash(text)).as("input %d: %s", i, text).isEqualTo(expected);
        }
    }

    /** Code points of one to four bytes, so that every way of crossing a word's border occurs. */
    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(24);
        while (text.length() < length) {
            int limit = List.of(0x80, 0x800, 0x10000, 0x110000).get(random.nextInt(4));
            int codePoint = random.nextInt(limit);
            if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
                text.appendCodePoint(codePoint);
            }
        }
        return text.toString();
    }

    @Test
    void allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] bytes = "order-1001".getBytes(StandardCharsets.UTF_8);
        long sum = hashMany(bytes, 1_000); // whatever is initialized on first use
        long before = threads.getCurrentThreadAllocatedBytes();
        sum += hashMany(bytes, 10_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(sum).isNotZero();
        // An object a hash would be at least 30,000 times 16 bytes; the measurement itself costs a few.
        assertThat(allocated).isLessThan(10_000);
    }

    private static long hashMany(byte[] bytes, int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += SipHash24.hash(bytes, 0, bytes.length);
            sum += SipHash24.hash("订单-1🚀 order");
            sum += GroupPlacement.partition("user/1", 8);
        }
        return sum;
    }

    @Test
    void refusesWhatIsNotInTheArrayOrNotUnicode() {
        assertThatThrownBy(() -> SipHash24.hash(new byte[4], 2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> SipHash24.hash(new byte[4], -1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> SipHash24.hash(new byte[4], 5, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> SipHash24.hash("a\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unpaired surrogate at index 1");
        assertThatThrownBy(() -> GroupPlacement.partition("a", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 partition, not 0");
    }
}
