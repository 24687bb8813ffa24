package io.narabi.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is configured of one subscription: which one it is (Jakarta Messaging 3.1 §8.3), and the options that were set.
 * What was not set has the default that the {@code …OrDefault} accessor documents.
 *
 * <p>Immutable and thread-safe: each option's method returns a new instance. Every value that can never be valid is
 * refused at once with an {@link InvalidOptionException}.
 */
public final class SubscriptionOptions {
    /** What identifies a subscription. */
    public enum Kind {
        /** The one subscription implied by a queue. */
        QUEUE,
        /** A durable topic subscription, shared or not: both live in one name space (§8.3.3, §8.3.4). */
        DURABLE,
        /** A shared subscription that is not durable (§8.3.2). */
        SHARED
    }

    /** Default of {@code maxDeliveries}. */
    public static final int DEFAULT_MAX_DELIVERIES = 16;
    /** The value of {@code maxDeliveries} that never gives up. */
    public static final int UNLIMITED_DELIVERIES = -1;
    /** Default of {@code redeliveryMaxDelay}. */
    public static final Duration DEFAULT_REDELIVERY_MAX_DELAY = Duration.ofHours(1);

    private static final int MAX_SUBSCRIPTION_NAME = 512;
    private static final ValueType<String> DESTINATION_NAME = ValueType.name(ValueType.MAX_NAME_LENGTH);
    private static final ValueType<String> SUBSCRIPTION_NAME = ValueType.name(MAX_SUBSCRIPTION_NAME);
    private static final ValueType<Duration> DURATION = Quantities.duration(Duration.ZERO);

    private static final Option<DeliveryOrder> DELIVERY_ORDER =
            new Option<>("deliveryOrder", ValueType.oneOf(DeliveryOrder.class));
    private static final Option<Integer> MAX_DELIVERIES = new Option<>(
            "maxDeliveries",
            ValueType.integer(-1, Integer.MAX_VALUE)
                    .withAllowed("-1 (for ever) or a whole number from 1 (no retry)", n -> n == -1 || n >= 1));
    private static final Option<Duration> REDELIVERY_DELAY = new Option<>("redeliveryDelay", DURATION);
    private static final Option<Double> REDELIVERY_MULTIPLIER =
            new Option<>("redeliveryMultiplier", ValueType.decimal(1.0, 1_000.0));
    private static final Option<Duration> REDELIVERY_MAX_DELAY = new Option<>("redeliveryMaxDelay", DURATION);
    private static final Option<ExhaustedPolicy> EXHAUSTED_POLICY =
            new Option<>("exhaustedPolicy", ValueType.oneOf(ExhaustedPolicy.class));
    private static final Option<String> DEAD_LETTER_QUEUE =
            new Option<>("deadLetterQueue", ValueType.nameOrNone(ValueType.MAX_NAME_LENGTH));
    private static final Option<Unmatched> UNMATCHED = new Option<>("unmatched", ValueType.oneOf(Unmatched.class));
    private static final Option<Duration> ACK_TIMEOUT = new Option<>("ackTimeout", DURATION);
    private static final Option<LaneRelease> LANE_RELEASE =
            new Option<>("laneRelease", ValueType.oneOf(LaneRelease.class));

    private static final Map<String, Option<?>> TABLE = OptionValues.table(
            DELIVERY_ORDER,
            MAX_DELIVERIES,
            REDELIVERY_DELAY,
            REDELIVERY_MULTIPLIER,
            REDELIVERY_MAX_DELAY,
            EXHAUSTED_POLICY,
            DEAD_LETTER_QUEUE,
            UNMATCHED,
            ACK_TIMEOUT,
            LANE_RELEASE);

    private final Identity identity;
    private final OptionValues values;

    /** Client and name are empty where they do not apply. */
    private record Identity(Kind kind, String destination, String clientId, String name) {}

    private SubscriptionOptions(Identity identity, OptionValues values) {
        this.identity = identity;
        this.values = values;
    }

    private static SubscriptionOptions open(Kind kind, String destination, @Nullable String clientId, String name) {
        DESTINATION_NAME.check(kind == Kind.QUEUE ? "queue" : "topic", destination);
        String client = clientId == null ? "" : clientId;
        if (!client.isEmpty()) {
            SUBSCRIPTION_NAME.check("clientId", client);
        }
        if (kind != Kind.QUEUE) {
            SUBSCRIPTION_NAME.check("subscriptionName", name);
        }
        return new SubscriptionOptions(new Identity(kind, destination, client, name), OptionValues.none(TABLE));
    }

    /** The subscription implied by a queue. */
    public static SubscriptionOptions ofQueue(String queue) {
        return open(Kind.QUEUE, queue, null, "");
    }

    /**
     * A durable subscription, shared or not.
     *
     * @param clientId null or empty where the subscription belongs to no client identifier
     */
    public static SubscriptionOptions durable(String topic, @Nullable String clientId, String name) {
        return open(Kind.DURABLE, topic, clientId, name);
    }

    /**
     * A shared subscription that is not durable.
     *
     * @param clientId null or empty where the subscription belongs to no client identifier
     */
    public static SubscriptionOptions shared(String topic, @Nullable String clientId, String name) {
        return open(Kind.SHARED, topic, clientId, name);
    }

    /** What identifies this subscription. */
    public Kind kind() {
        return identity.kind();
    }

    /** The name of the queue or topic. */
    public String destination() {
        return identity.destination();
    }

    /** The client identifier that the subscription belongs to, if any. */
    public Optional<String> clientId() {
        return Optional.of(identity.clientId()).filter(Predicate.not(String::isEmpty));
    }

    /** The subscription's name; empty for a queue's. */
    public Optional<String> name() {
        return Optional.of(identity.name()).filter(Predicate.not(String::isEmpty));
    }

    /** Whether both describe the same subscription, whatever their options. */
    public boolean isSameSubscription(SubscriptionOptions other) {
        return identity.equals(other.identity);
    }

    private <T extends Object> SubscriptionOptions with(Option<T> option, T value) {
        return new SubscriptionOptions(identity, values.with(option, value));
    }

    /** Sets what is delivered strictly one after another. */
    public SubscriptionOptions deliveryOrder(DeliveryOrder value) {
        return with(DELIVERY_ORDER, value);
    }

    /** What was set. */
    public Optional<DeliveryOrder> deliveryOrder() {
        return values.get(DELIVERY_ORDER);
    }

    /** What was set; by default {@link DeliveryOrder#GROUPED}. */
    public DeliveryOrder deliveryOrderOrDefault() {
        return deliveryOrder().orElse(DeliveryOrder.GROUPED);
    }

    /** Sets the number of attempts after which a message is exhausted: from 1 (no retry), or −1 for ever. */
    public SubscriptionOptions maxDeliveries(int value) {
        return with(MAX_DELIVERIES, value);
    }

    /** What was set. */
    public Optional<Integer> maxDeliveries() {
        return values.get(MAX_DELIVERIES);
    }

    /** What was set; by default {@value #DEFAULT_MAX_DELIVERIES}. */
    public int maxDeliveriesOrDefault() {
        return maxDeliveries().orElse(DEFAULT_MAX_DELIVERIES);
    }

    /** Sets how long a failed message waits for its first redelivery, in whole milliseconds. */
    public SubscriptionOptions redeliveryDelay(Duration value) {
        return with(REDELIVERY_DELAY, value);
    }

    /** What was set. */
    public Optional<Duration> redeliveryDelay() {
        return values.get(REDELIVERY_DELAY);
    }

    /** What was set; by default zero. */
    public Duration redeliveryDelayOrDefault() {
        return redeliveryDelay().orElse(Duration.ZERO);
    }

    /** Sets by what the delay is multiplied after each further failed attempt: 1 (a fixed delay) to 1,000. */
    public SubscriptionOptions redeliveryMultiplier(double value) {
        return with(REDELIVERY_MULTIPLIER, value);
    }

    /** What was set. */
    public Optional<Double> redeliveryMultiplier() {
        return values.get(REDELIVERY_MULTIPLIER);
    }

    /** What was set; by default 1. */
    public double redeliveryMultiplierOrDefault() {
        return redeliveryMultiplier().orElse(1.0);
    }

    /** Sets the longest delay, in whole milliseconds; it caps {@code redeliveryDelay}, too. */
    public SubscriptionOptions redeliveryMaxDelay(Duration value) {
        return with(REDELIVERY_MAX_DELAY, value);
    }

    /** What was set. */
    public Optional<Duration> redeliveryMaxDelay() {
        return values.get(REDELIVERY_MAX_DELAY);
    }

    /** What was set; by default one hour, or {@code redeliveryDelay} where that is longer. */
    public Duration redeliveryMaxDelayOrDefault() {
        return redeliveryMaxDelay().orElseGet(() -> {
            Duration delay = redeliveryDelayOrDefault();
            return delay.compareTo(DEFAULT_REDELIVERY_MAX_DELAY) > 0 ? delay : DEFAULT_REDELIVERY_MAX_DELAY;
        });
    }

    /** Sets what happens to an exhausted message. */
    public SubscriptionOptions exhaustedPolicy(ExhaustedPolicy value) {
        return with(EXHAUSTED_POLICY, value);
    }

    /** What was set. */
    public Optional<ExhaustedPolicy> exhaustedPolicy() {
        return values.get(EXHAUSTED_POLICY);
    }

    /** What was set; by default {@link ExhaustedPolicy#DEAD_LETTER}. */
    public ExhaustedPolicy exhaustedPolicyOrDefault() {
        return exhaustedPolicy().orElse(ExhaustedPolicy.DEAD_LETTER);
    }

    /** Sets the queue that takes the dead letters; the empty text goes back to the default. */
    public SubscriptionOptions deadLetterQueue(String value) {
        return with(DEAD_LETTER_QUEUE, value);
    }

    /** What was set, unless it was set to the default. */
    public Optional<String> deadLetterQueue() {
        return values.get(DEAD_LETTER_QUEUE).filter(Predicate.not(String::isEmpty));
    }

    /** What was set; by default {@code <queue>.DLQ} or {@code <topic>.<subscription>.DLQ}. */
    public String deadLetterQueueOrDefault() {
        return deadLetterQueue()
                .orElseGet(() ->
                        kind() == Kind.QUEUE ? destination() + ".DLQ" : destination() + "." + identity.name() + ".DLQ");
    }

    /** Sets what a message group does that no open consumer's selector matches. */
    public SubscriptionOptions unmatched(Unmatched value) {
        return with(UNMATCHED, value);
    }

    /** What was set. */
    public Optional<Unmatched> unmatched() {
        return values.get(UNMATCHED);
    }

    /** What was set; by default {@link Unmatched#WAIT} where the acceptance is FIFO, else {@link Unmatched#PASS_OVER}. */
    public Unmatched unmatchedOrDefault(Acceptance acceptance) {
        return unmatched().orElse(acceptance == Acceptance.FIFO ? Unmatched.WAIT : Unmatched.PASS_OVER);
    }

    /** Sets after how long an unsettled delivery is fenced, in whole milliseconds; zero is never. */
    public SubscriptionOptions ackTimeout(Duration value) {
        return with(ACK_TIMEOUT, value);
    }

    /** What was set; zero is never. */
    public Optional<Duration> ackTimeout() {
        return values.get(ACK_TIMEOUT);
    }

    /** What was set; by default zero, which is never. */
    public Duration ackTimeoutOrDefault() {
        return ackTimeout().orElse(Duration.ZERO);
    }

    /** Sets when a session gives up the lane of a message that was received synchronously. */
    public SubscriptionOptions laneRelease(LaneRelease value) {
        return with(LANE_RELEASE, value);
    }

    /** What was set. */
    public Optional<LaneRelease> laneRelease() {
        return values.get(LANE_RELEASE);
    }

    /** What was set; by default what the connection's URL says ({@link NarabiUrl#laneRelease()}). */
    public LaneRelease laneReleaseOrDefault(LaneRelease connectionDefault) {
        return laneRelease().orElse(connectionDefault);
    }

    /**
     * These options, overridden by those that are set in {@code newer}.
     *
     * @throws IllegalArgumentException when the two describe different subscriptions
     */
    public SubscriptionOptions merge(SubscriptionOptions newer) {
        requireSame(newer);
        return new SubscriptionOptions(identity, values.merge(newer.values));
    }

    /**
     * The options that are set in both and differ, by key; empty when the two go together.
     *
     * @throws IllegalArgumentException when the two describe different subscriptions
     */
    public List<OptionConflict> conflicts(SubscriptionOptions other) {
        requireSame(other);
        return values.conflicts(other.values);
    }

    private void requireSame(SubscriptionOptions other) {
        if (!isSameSubscription(other)) {
            throw new IllegalArgumentException(identity + " and " + other.identity + " are different subscriptions");
        }
    }

    /** Identity and set options as text; {@link #fromAttributes} reads them back. The map is the caller's. */
    public SortedMap<String, String> toAttributes() {
        SortedMap<String, String> attributes = toOptionAttributes();
        attributes.put("kind", identity.kind().name());
        attributes.put("destination", identity.destination());
        clientId().ifPresent(id -> attributes.put("clientId", id));
        name().ifPresent(n -> attributes.put("name", n));
        return attributes;
    }

    /** The set options alone as text, as {@link #withAttributes} reads them. The map is the caller's. */
    public SortedMap<String, String> toOptionAttributes() {
        return values.toText();
    }

    /**
     * Reads what {@link #toAttributes} wrote.
     *
     * @throws InvalidOptionException for a missing or unknown key or an invalid value
     */
    public static SubscriptionOptions fromAttributes(Map<String, String> attributes) {
        Map<String, String> rest = new TreeMap<>(attributes);
        Kind kind = ValueType.oneOf(Kind.class).parse("kind", take(rest, "kind"));
        String destination = take(rest, "destination");
        String clientId = kind == Kind.QUEUE ? null : rest.remove("clientId");
        String name = kind == Kind.QUEUE ? "" : take(rest, "name");
        return open(kind, destination, clientId, name).withAttributes(rest);
    }

    static String take(Map<String, String> attributes, String key) {
        String value = attributes.remove(key);
        if (value == null) {
            throw new InvalidOptionException(key, "", "it is missing");
        }
        return value;
    }

    /**
     * Sets options from text, by key.
     *
     * @throws InvalidOptionException for an unknown key or an invalid value
     */
    public SubscriptionOptions withAttributes(Map<String, String> options) {
        OptionValues result = values;
        for (Map.Entry<String, String> entry : options.entrySet()) {
            result = result.withText(entry.getKey(), entry.getValue());
        }
        return new SubscriptionOptions(identity, result);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SubscriptionOptions that
                && identity.equals(that.identity)
                && values.set().equals(that.values.set());
    }

    @Override
    public int hashCode() {
        return Objects.hash(identity, values.set());
    }

    @Override
    public String toString() {
        return "SubscriptionOptions" + toAttributes();
    }
}
