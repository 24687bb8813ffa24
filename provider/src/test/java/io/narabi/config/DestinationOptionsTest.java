package io.narabi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DestinationOptionsTest {
    @Provide
    net.jqwik.api.Arbitrary<DestinationOptions> destinations() {
        return OptionArbitraries.destinations();
    }

    @Property(tries = 300)
    void attributesRoundTrip(@ForAll("destinations") DestinationOptions options) {
        DestinationOptions read = DestinationOptions.fromAttributes(options.toAttributes());
        assertThat(read).isEqualTo(options).hasSameHashCodeAs(options);
        assertThat(read.toAttributes()).isEqualTo(options.toAttributes());
    }

    @Property(tries = 300)
    void mergeLetsTheNewerValuesWin(
            @ForAll("destinations") DestinationOptions older, @ForAll("destinations") DestinationOptions other) {
        Map<String, String> newerAttributes = new HashMap<>(other.toAttributes());
        newerAttributes.putAll(Map.of("name", older.name(), "type", older.isTopic() ? "topic" : "queue"));
        newerAttributes.keySet().removeIf(key -> older.isTopic() && key.startsWith("subscription."));
        DestinationOptions newer = DestinationOptions.fromAttributes(newerAttributes);

        Map<String, String> expected = new HashMap<>(older.toAttributes());
        expected.putAll(newer.toAttributes());
        assertThat(older.merge(newer).toAttributes()).isEqualTo(expected);
    }

    @Test
    void theExampleOfTheDesignReadsAsItIsWritten() {
        DestinationOptions orders = DestinationOptions.queue("orders")
                .acceptance(Acceptance.FIFO)
                .partitions(4)
                .retention(Duration.ofDays(3))
                .subscription(o -> o.deliveryOrder(DeliveryOrder.ORDERLY)
                        .maxDeliveries(3)
                        .redeliveryDelay(Duration.ofSeconds(1))
                        .redeliveryMultiplier(2.0)
                        .redeliveryMaxDelay(Duration.ofMinutes(1))
                        .exhaustedPolicy(ExhaustedPolicy.HALT_LANE)
                        .deadLetterQueue("orders.dead")
                        .unmatched(Unmatched.WAIT));
        assertThat(orders.toAttributes())
                .isEqualTo(Map.ofEntries(
                        Map.entry("type", "queue"),
                        Map.entry("name", "orders"),
                        Map.entry("acceptance", "FIFO"),
                        Map.entry("partitions", "4"),
                        Map.entry("retention", "3d"),
                        Map.entry("subscription.deliveryOrder", "ORDERLY"),
                        Map.entry("subscription.maxDeliveries", "3"),
                        Map.entry("subscription.redeliveryDelay", "1s"),
                        Map.entry("subscription.redeliveryMultiplier", "2.0"),
                        Map.entry("subscription.redeliveryMaxDelay", "1m"),
                        Map.entry("subscription.exhaustedPolicy", "HALT_LANE"),
                        Map.entry("subscription.deadLetterQueue", "orders.dead"),
                        Map.entry("subscription.unmatched", "WAIT")));
        assertThat(orders.acceptance()).contains(Acceptance.FIFO);
        assertThat(orders.partitionsOrDefault()).isEqualTo(4);
        assertThat(orders.retentionOrDefault(Duration.ofDays(9))).isEqualTo(Duration.ofDays(3));
        assertThat(orders.subscription().orElseThrow().maxDeliveriesOrDefault()).isEqualTo(3);
    }

    @Test
    void nothingIsSetAtFirstAndTheDefaultsApply() {
        DestinationOptions queue = DestinationOptions.queue("q");
        assertThat(queue.acceptance()).isEmpty();
        assertThat(queue.acceptanceOrDefault()).isEqualTo(Acceptance.MIXED);
        assertThat(queue.partitions()).isEmpty();
        assertThat(queue.partitionsOrDefault()).isEqualTo(8);
        assertThat(queue.retention()).isEmpty();
        assertThat(queue.retentionOrDefault(Duration.ofDays(9))).isEqualTo(Duration.ofDays(9));
        assertThat(queue.groupFrom()).isEmpty();
        assertThat(queue.expiryQueue()).isEmpty();
        assertThat(queue.exclusive()).isEmpty();
        assertThat(queue.exclusiveOrDefault()).isFalse();
        assertThat(queue.subscription()).contains(SubscriptionOptions.ofQueue("q"));
        assertThat(queue.isTopic()).isFalse();
        assertThat(queue.toAttributes()).isEqualTo(Map.of("type", "queue", "name", "q"));
        assertThat(DestinationOptions.topic("q").subscription()).isEmpty();
        assertThat(DestinationOptions.topic("q")).isNotEqualTo(queue);
    }

    @Test
    void aMethodChangesACopy() {
        DestinationOptions before = DestinationOptions.queue("q");
        DestinationOptions after = before.exclusive(true).subscription(s -> s.maxDeliveries(1));
        assertThat(before).isEqualTo(DestinationOptions.queue("q"));
        assertThat(after.exclusiveOrDefault()).isTrue();
    }

    @Test
    void theEmptyTextTakesAnOptionalQueueOrPropertyAway() {
        DestinationOptions older =
                DestinationOptions.queue("q").expiryQueue("x").groupFrom("orderId");
        assertThat(older.expiryQueue()).contains("x");
        assertThat(older.groupFrom()).contains("orderId");
        DestinationOptions merged =
                older.merge(DestinationOptions.queue("q").expiryQueue("").groupFrom(""));
        assertThat(merged.expiryQueue()).isEmpty();
        assertThat(merged.groupFrom()).isEmpty();
    }

    static Stream<Runnable> refusedValues() {
        DestinationOptions q = DestinationOptions.queue("q");
        return Stream.of(
                () -> DestinationOptions.queue(""),
                () -> DestinationOptions.topic(" "),
                () -> DestinationOptions.queue("a\nb"),
                () -> DestinationOptions.queue("\uD800"),
                () -> DestinationOptions.queue("a".repeat(2_049)),
                () -> q.partitions(0),
                () -> q.partitions(-8),
                () -> q.partitions(1_025),
                () -> q.retention(Duration.ofMillis(-1)),
                () -> q.retention(Duration.ofNanos(1)),
                () -> q.retention(Duration.ofDays(36_501)),
                () -> q.retention(Duration.ofSeconds(Long.MAX_VALUE)),
                () -> q.groupFrom(" "),
                () -> q.expiryQueue("a\tb"));
    }

    @ParameterizedTest
    @MethodSource("refusedValues")
    void refuses(Runnable setting) {
        assertThatThrownBy(setting::run)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageMatching("(?s)(queue|topic|partitions|retention|groupFrom|expiryQueue)=.* is not valid:"
                        + " allowed is .*");
    }

    @ParameterizedTest
    @CsvSource({
        "partitions,0,a whole number from 1 to 1024",
        "partitions,many,a whole number from 1 to 1024",
        "partitions,99999999999,a whole number from 1 to 1024",
        "acceptance,SOME,'one of MIXED, FIFO, NORMAL, DELAY'",
        "exclusive,yes,true or false",
        "retention,3 days,a duration such as",
        "retention,P1Y,a duration such as",
        "retention,PT0.0001S,a duration such as",
        "retention,-1,a duration such as",
        "retention,999999999999999999d,a duration such as",
        "colour,blue,'there is no such option; known are [acceptance, exclusive, expiryQueue, groupFrom, partitions, retention]'",
        "subscription.maxDeliveries,0,-1 (for ever) or a whole number from 1",
        "subscription.colour,blue,there is no such option",
    })
    void refusesAttributesWithTheirKeyAndValue(String key, String value, String explanation) {
        String shownKey = key.replace("subscription.", "");
        assertThatThrownBy(() -> DestinationOptions.queue("q").withAttributes(Map.of(key, value)))
                .isInstanceOfSatisfying(InvalidOptionException.class, e -> {
                    assertThat(e.key()).isEqualTo(shownKey);
                    assertThat(e.value()).isEqualTo(value);
                })
                .hasMessageStartingWith(shownKey + "=" + value + " is not valid: ")
                .hasMessageContaining(explanation);
    }

    @Test
    void refusesAttributesWithoutAnIdentity() {
        assertThatThrownBy(() -> DestinationOptions.fromAttributes(Map.of("name", "q")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("type");
        assertThatThrownBy(() -> DestinationOptions.fromAttributes(Map.of("type", "queue")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("name");
        assertThatThrownBy(() -> DestinationOptions.fromAttributes(Map.of("type", "stack", "name", "q")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("type=stack is not valid: allowed is queue or topic");
    }

    @Test
    void refusesWhatIsAnotherDestinationsOrSubscriptions() {
        DestinationOptions queue = DestinationOptions.queue("q");
        assertThatThrownBy(() -> queue.merge(DestinationOptions.queue("r")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different destinations");
        assertThatThrownBy(() -> queue.merge(DestinationOptions.topic("q")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different destinations");
        assertThatThrownBy(() -> queue.subscription(s -> SubscriptionOptions.ofQueue("r")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Queue q was given the options of another subscription");
        assertThatThrownBy(() -> DestinationOptions.topic("t").subscription(s -> s))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Topic t implies no subscription");
        assertThatThrownBy(
                        () -> DestinationOptions.topic("t").withAttributes(Map.of("subscription.maxDeliveries", "3")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("subscription.maxDeliveries=3 is not valid: there is no such option");
    }
}
