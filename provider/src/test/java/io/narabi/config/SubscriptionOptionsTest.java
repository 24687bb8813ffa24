package io.narabi.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionOptionsTest {
    @Provide
    Arbitrary<SubscriptionOptions> subscriptions() {
        return OptionArbitraries.subscriptions();
    }

    @Property(tries = 300)
    void attributesRoundTrip(@ForAll("subscriptions") SubscriptionOptions options) {
        SubscriptionOptions read = SubscriptionOptions.fromAttributes(options.toAttributes());
        assertThat(read).isEqualTo(options).hasSameHashCodeAs(options);
        assertThat(read.toAttributes()).isEqualTo(options.toAttributes());
    }

    @Property(tries = 300)
    void conflictsAreWhatIsSetInBothAndDiffers(
            @ForAll("subscriptions") SubscriptionOptions one, @ForAll("subscriptions") SubscriptionOptions two) {
        SubscriptionOptions mine = SubscriptionOptions.ofQueue("q").withAttributes(one.toOptionAttributes());
        SubscriptionOptions theirs = SubscriptionOptions.ofQueue("q").withAttributes(two.toOptionAttributes());
        Map<String, OptionConflict> expected = new HashMap<>();
        one.toOptionAttributes().forEach((key, value) -> {
            String other = two.toOptionAttributes().getOrDefault(key, value);
            if (!other.equals(value)) {
                expected.put(key, new OptionConflict(key, value, other));
            }
        });
        assertThat(mine.conflicts(theirs)).containsExactlyInAnyOrderElementsOf(expected.values());

        Map<String, String> merged = new HashMap<>(one.toOptionAttributes());
        merged.putAll(two.toOptionAttributes());
        assertThat(mine.merge(theirs).toOptionAttributes()).isEqualTo(merged);
    }

    @Test
    void aConflictNamesTheKeyAndBothValues() {
        SubscriptionOptions configured =
                SubscriptionOptions.ofQueue("q").maxDeliveries(3).ackTimeout(Duration.ZERO);
        SubscriptionOptions activation =
                SubscriptionOptions.ofQueue("q").maxDeliveries(5).unmatched(Unmatched.WAIT);
        assertThat(activation.conflicts(configured))
                .singleElement()
                .isEqualTo(new OptionConflict("maxDeliveries", "5", "3"))
                .hasToString("maxDeliveries is 5 here and 3 there");
        assertThat(activation.conflicts(activation)).isEmpty();
    }

    @Test
    void nothingIsSetAtFirstAndTheDefaultsApply() {
        SubscriptionOptions s = SubscriptionOptions.ofQueue("q");
        assertThat(s.toOptionAttributes()).isEmpty();
        assertThat(Stream.of(
                        s.deliveryOrder(),
                        s.maxDeliveries(),
                        s.redeliveryDelay(),
                        s.redeliveryMultiplier(),
                        s.redeliveryMaxDelay(),
                        s.exhaustedPolicy(),
                        s.deadLetterQueue(),
                        s.unmatched(),
                        s.ackTimeout(),
                        s.laneRelease()))
                .allMatch(value -> value.isEmpty());
        assertThat(s.deliveryOrderOrDefault()).isEqualTo(DeliveryOrder.GROUPED);
        assertThat(s.maxDeliveriesOrDefault()).isEqualTo(16);
        assertThat(s.redeliveryDelayOrDefault()).isZero();
        assertThat(s.redeliveryMultiplierOrDefault()).isEqualTo(1.0);
        assertThat(s.redeliveryMaxDelayOrDefault()).isEqualTo(Duration.ofHours(1));
        assertThat(s.redeliveryDelay(Duration.ofHours(2)).redeliveryMaxDelayOrDefault())
                .isEqualTo(Duration.ofHours(2));
        assertThat(s.exhaustedPolicyOrDefault()).isEqualTo(ExhaustedPolicy.DEAD_LETTER);
        assertThat(s.unmatchedOrDefault(Acceptance.MIXED)).isEqualTo(Unmatched.PASS_OVER);
        assertThat(s.unmatchedOrDefault(Acceptance.FIFO)).isEqualTo(Unmatched.WAIT);
        assertThat(s.unmatched(Unmatched.PASS_OVER).unmatchedOrDefault(Acceptance.FIFO))
                .isEqualTo(Unmatched.PASS_OVER);
        assertThat(s.ackTimeoutOrDefault()).isZero();
        assertThat(s.laneReleaseOrDefault(LaneRelease.ON_RETURN)).isEqualTo(LaneRelease.ON_RETURN);
        assertThat(s.laneRelease(LaneRelease.ON_NEXT_RECEIVE).laneReleaseOrDefault(LaneRelease.ON_RETURN))
                .isEqualTo(LaneRelease.ON_NEXT_RECEIVE);
    }

    @Test
    void theDeadLetterQueueIsNamedAfterTheSubscription() {
        assertThat(SubscriptionOptions.ofQueue("q").deadLetterQueueOrDefault()).isEqualTo("q.DLQ");
        assertThat(SubscriptionOptions.durable("t", "c", "s").deadLetterQueueOrDefault())
                .isEqualTo("t.s.DLQ");
        assertThat(SubscriptionOptions.ofQueue("q").deadLetterQueue("d").deadLetterQueueOrDefault())
                .isEqualTo("d");
        assertThat(SubscriptionOptions.ofQueue("q")
                        .deadLetterQueue("d")
                        .deadLetterQueue("")
                        .deadLetterQueueOrDefault())
                .isEqualTo("q.DLQ");
    }

    @Test
    void isIdentifiedByKindTopicClientAndName() {
        SubscriptionOptions s = SubscriptionOptions.durable("prices", "c", "desk1");
        assertThat(s.kind()).isEqualTo(SubscriptionOptions.Kind.DURABLE);
        assertThat(s.destination()).isEqualTo("prices");
        assertThat(s.clientId()).contains("c");
        assertThat(s.name()).contains("desk1");
        assertThat(SubscriptionOptions.durable("prices", null, "desk1"))
                .isEqualTo(SubscriptionOptions.durable("prices", "", "desk1"))
                .isNotEqualTo(s);
        for (SubscriptionOptions other : new SubscriptionOptions[] {
            SubscriptionOptions.shared("prices", "c", "desk1"),
            SubscriptionOptions.durable("prices", null, "desk1"),
            SubscriptionOptions.durable("prices", "c", "desk2"),
            SubscriptionOptions.durable("price", "c", "desk1"),
            SubscriptionOptions.ofQueue("prices")
        }) {
            assertThat(s.isSameSubscription(other)).isFalse();
            assertThatThrownBy(() -> s.merge(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("different subscriptions");
            assertThatThrownBy(() -> s.conflicts(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("different subscriptions");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -2, Integer.MIN_VALUE})
    void refusesMaxDeliveries(int value) {
        assertThatThrownBy(() -> SubscriptionOptions.ofQueue("q").maxDeliveries(value))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessage("maxDeliveries=" + value
                        + " is not valid: allowed is -1 (for ever) or a whole number from 1 (no retry)");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 2, Integer.MAX_VALUE})
    void takesMaxDeliveries(int value) {
        assertThat(SubscriptionOptions.ofQueue("q").maxDeliveries(value).maxDeliveriesOrDefault())
                .isEqualTo(value);
    }

    static Stream<Runnable> refusedValues() {
        SubscriptionOptions q = SubscriptionOptions.ofQueue("q");
        return Stream.of(
                () -> SubscriptionOptions.ofQueue(" "),
                () -> SubscriptionOptions.durable("", null, "s"),
                () -> SubscriptionOptions.durable("t", null, ""),
                () -> SubscriptionOptions.durable("t", null, "a".repeat(513)),
                () -> SubscriptionOptions.shared("t", " ", "s"),
                () -> q.redeliveryDelay(Duration.ofMillis(-1)),
                () -> q.redeliveryDelay(Duration.ofNanos(1_000_001)),
                () -> q.redeliveryMaxDelay(Duration.ofDays(36_501)),
                () -> q.redeliveryMultiplier(0.99),
                () -> q.redeliveryMultiplier(-2),
                () -> q.redeliveryMultiplier(1_000.1),
                () -> q.redeliveryMultiplier(Double.NaN),
                () -> q.redeliveryMultiplier(Double.POSITIVE_INFINITY),
                () -> q.deadLetterQueue(" "),
                () -> q.ackTimeout(Duration.ofSeconds(-5)));
    }

    @ParameterizedTest
    @MethodSource("refusedValues")
    void refuses(Runnable setting) {
        assertThatThrownBy(setting::run)
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageMatching("(?s)(queue|topic|subscriptionName|clientId|redeliveryDelay|redeliveryMaxDelay"
                        + "|redeliveryMultiplier|deadLetterQueue|ackTimeout)=.* is not valid: allowed is .*");
    }

    @ParameterizedTest
    @CsvSource({
        "deliveryOrder,SOMEHOW,'one of GROUPED, ORDERLY, CONCURRENT'",
        "exhaustedPolicy,DROP,'one of DEAD_LETTER, HALT_LANE, DEAD_LETTER_LANE'",
        "unmatched,SKIP,'one of PASS_OVER, WAIT'",
        "laneRelease,NEVER,'one of ON_NEXT_RECEIVE, ON_RETURN'",
        "maxDeliveries,1.5,a whole number from 1",
        "redeliveryMultiplier,twice,a number from 1.0 to 1000.0",
        "redeliveryDelay,soon,a duration such as",
        "kind,QUEUE,there is no such option",
    })
    void refusesAttributesWithTheirKeyAndValue(String key, String value, String explanation) {
        assertThatThrownBy(() -> SubscriptionOptions.ofQueue("q").withAttributes(Map.of(key, value)))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageStartingWith(key + "=" + value + " is not valid: ")
                .hasMessageContaining(explanation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind", "destination", "name"})
    void refusesAttributesWithoutAnIdentity(String missing) {
        Map<String, String> attributes =
                SubscriptionOptions.durable("t", "c", "s").toAttributes();
        attributes.remove(missing);
        assertThatThrownBy(() -> SubscriptionOptions.fromAttributes(attributes))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining(missing)
                .hasMessageContaining("missing");
    }

    @Test
    void aQueueHasNeitherClientNorName() {
        assertThatThrownBy(() -> SubscriptionOptions.fromAttributes(
                        Map.of("kind", "QUEUE", "destination", "q", "clientId", "c")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("clientId=c is not valid");
    }
}
