package io.narabi.config;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Every option with any valid value, in any number. */
final class OptionArbitraries {
    private OptionArbitraries() {}

    /** Any text that may be a name, from all of Unicode. */
    static Arbitrary<String> names() {
        return Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(s -> ValueType.name(20).valid().test(s));
    }

    static Arbitrary<Duration> durations() {
        Arbitrary<Long> any = Arbitraries.longs().between(0, Quantities.LONGEST.toMillis());
        Arbitrary<Long> round = Combinators.combine(
                        Arbitraries.of(1_000L, 60_000L, 3_600_000L, 86_400_000L),
                        Arbitraries.longs().between(0, 100))
                .as((unit, n) -> unit * n);
        return Arbitraries.oneOf(any, round).map(Duration::ofMillis);
    }

    private static <O extends Object, T extends Object> Arbitrary<Change<O>> change(
            Arbitrary<T> values, BiFunction<O, T, O> setter) {
        return values.map(value -> options -> setter.apply(options, value));
    }

    private interface Change<O extends Object> {
        O apply(O options);
    }

    private static <O extends Object> O applyAll(O options, List<Change<O>> changes) {
        O result = options;
        for (Change<O> change : changes) {
            result = change.apply(result);
        }
        return result;
    }

    private static Arbitrary<Change<SubscriptionOptions>> subscriptionChange() {
        return Arbitraries.oneOf(List.of(
                change(Arbitraries.of(DeliveryOrder.class), SubscriptionOptions::deliveryOrder),
                change(
                        Arbitraries.oneOf(
                                Arbitraries.just(-1), Arbitraries.integers().greaterOrEqual(1)),
                        SubscriptionOptions::maxDeliveries),
                change(durations(), SubscriptionOptions::redeliveryDelay),
                change(
                        Arbitraries.doubles().between(1.0, 1_000.0).ofScale(6),
                        SubscriptionOptions::redeliveryMultiplier),
                change(durations(), SubscriptionOptions::redeliveryMaxDelay),
                change(Arbitraries.of(ExhaustedPolicy.class), SubscriptionOptions::exhaustedPolicy),
                change(Arbitraries.oneOf(names(), Arbitraries.just("")), SubscriptionOptions::deadLetterQueue),
                change(Arbitraries.of(Unmatched.class), SubscriptionOptions::unmatched),
                change(durations(), SubscriptionOptions::ackTimeout),
                change(Arbitraries.of(LaneRelease.class), SubscriptionOptions::laneRelease)));
    }

    private static Arbitrary<Change<DestinationOptions>> destinationChange() {
        return Arbitraries.oneOf(List.of(
                change(Arbitraries.of(Acceptance.class), DestinationOptions::acceptance),
                change(Arbitraries.integers().between(1, 1_024), DestinationOptions::partitions),
                change(durations(), DestinationOptions::retention),
                change(Arbitraries.oneOf(names(), Arbitraries.just("")), DestinationOptions::groupFrom),
                change(Arbitraries.oneOf(names(), Arbitraries.just("")), DestinationOptions::expiryQueue),
                change(Arbitraries.of(true, false), DestinationOptions::exclusive)));
    }

    static Arbitrary<SubscriptionOptions> subscriptions() {
        Arbitrary<String> clientIds = Arbitraries.oneOf(names(), Arbitraries.just(""));
        Arbitrary<SubscriptionOptions> empty = Arbitraries.oneOf(List.of(
                names().map(SubscriptionOptions::ofQueue),
                Combinators.combine(names(), clientIds, names()).as(SubscriptionOptions::durable),
                Combinators.combine(names(), clientIds, names()).as(SubscriptionOptions::shared)));
        return Combinators.combine(empty, subscriptionChange().list().ofMaxSize(12))
                .as(OptionArbitraries::applyAll);
    }

    static Arbitrary<DestinationOptions> destinations() {
        Arbitrary<DestinationOptions> empty =
                Arbitraries.oneOf(names().map(DestinationOptions::queue), names().map(DestinationOptions::topic));
        return Combinators.combine(
                        empty,
                        destinationChange().list().ofMaxSize(8),
                        subscriptionChange().list().ofMaxSize(8))
                .as((options, changes, ofSubscription) -> {
                    DestinationOptions changed = applyAll(options, changes);
                    return changed.isTopic() ? changed : changed.subscription(s -> applyAll(s, ofSubscription));
                });
    }
}
