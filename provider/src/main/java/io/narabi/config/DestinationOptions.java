package io.narabi.config;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is configured of one destination: its name space and name, and the options that were set. What was not set has
 * the default that the {@code …OrDefault} accessor documents.
 *
 * <p>Immutable and thread-safe: each option's method returns a new instance. Every value that can never be valid is
 * refused at once with an {@link InvalidOptionException}.
 */
public final class DestinationOptions {
    /** Default of {@code partitions}. */
    public static final int DEFAULT_PARTITIONS = 8;
    /** The largest number of partitions. */
    public static final int MAX_PARTITIONS = 1_024;

    private static final String SUBSCRIPTION_PREFIX = "subscription.";
    private static final ValueType<String> NAME = ValueType.name(ValueType.MAX_NAME_LENGTH);

    private static final Option<Acceptance> ACCEPTANCE = new Option<>("acceptance", ValueType.oneOf(Acceptance.class));
    private static final Option<Integer> PARTITIONS = new Option<>("partitions", ValueType.integer(1, MAX_PARTITIONS));
    private static final Option<Duration> RETENTION = new Option<>("retention", Quantities.duration(Duration.ZERO));
    private static final Option<String> GROUP_FROM =
            new Option<>("groupFrom", ValueType.nameOrNone(ValueType.MAX_NAME_LENGTH));
    private static final Option<String> EXPIRY_QUEUE =
            new Option<>("expiryQueue", ValueType.nameOrNone(ValueType.MAX_NAME_LENGTH));
    private static final Option<Boolean> EXCLUSIVE = new Option<>("exclusive", ValueType.bool());

    private static final Map<String, Option<?>> TABLE =
            OptionValues.table(ACCEPTANCE, PARTITIONS, RETENTION, GROUP_FROM, EXPIRY_QUEUE, EXCLUSIVE);

    private final boolean topic;
    private final String name;
    private final OptionValues values;
    /** Of a queue only. */
    private final Optional<SubscriptionOptions> subscription;

    private DestinationOptions(
            boolean topic, String name, OptionValues values, Optional<SubscriptionOptions> subscription) {
        this.topic = topic;
        this.name = name;
        this.values = values;
        this.subscription = subscription;
    }

    private static DestinationOptions open(boolean topic, String name) {
        NAME.check(topic ? "topic" : "queue", name);
        return new DestinationOptions(
                topic,
                name,
                OptionValues.none(TABLE),
                topic ? Optional.empty() : Optional.of(SubscriptionOptions.ofQueue(name)));
    }

    /** A queue, with no option set. */
    public static DestinationOptions queue(String name) {
        return open(false, name);
    }

    /** A topic, with no option set. */
    public static DestinationOptions topic(String name) {
        return open(true, name);
    }

    /** The destination's name in its name space. */
    public String name() {
        return name;
    }

    /** Which name space: a topic's or a queue's. */
    public boolean isTopic() {
        return topic;
    }

    private <T extends Object> DestinationOptions with(Option<T> option, T value) {
        return new DestinationOptions(topic, name, values.with(option, value), subscription);
    }

    /** Sets what the destination takes. */
    public DestinationOptions acceptance(Acceptance value) {
        return with(ACCEPTANCE, value);
    }

    /** What was set. */
    public Optional<Acceptance> acceptance() {
        return values.get(ACCEPTANCE);
    }

    /** What was set; by default {@link Acceptance#MIXED}. */
    public Acceptance acceptanceOrDefault() {
        return acceptance().orElse(Acceptance.MIXED);
    }

    /** Sets the number of partitions, 1 to {@value #MAX_PARTITIONS}. */
    public DestinationOptions partitions(int value) {
        return with(PARTITIONS, value);
    }

    /** What was set. */
    public Optional<Integer> partitions() {
        return values.get(PARTITIONS);
    }

    /** What was set; by default {@value #DEFAULT_PARTITIONS}. */
    public int partitionsOrDefault() {
        return partitions().orElse(DEFAULT_PARTITIONS);
    }

    /** Sets how long acknowledged messages are kept, in whole milliseconds; zero keeps none. */
    public DestinationOptions retention(Duration value) {
        return with(RETENTION, value);
    }

    /** What was set. */
    public Optional<Duration> retention() {
        return values.get(RETENTION);
    }

    /** What was set; by default what the broker's URL says ({@link NarabiUrl#retention()}, 3 days unless set). */
    public Duration retentionOrDefault(Duration brokerDefault) {
        return retention().orElse(brokerDefault);
    }

    /**
     * Sets the business property that a message's group is derived from at the send where the sender gives none; the
     * empty text is none.
     */
    public DestinationOptions groupFrom(String property) {
        return with(GROUP_FROM, property);
    }

    /** The property that groups are derived from; by default none. */
    public Optional<String> groupFrom() {
        return values.get(GROUP_FROM).filter(Predicate.not(String::isEmpty));
    }

    /** Sets the queue that takes what expires; the empty text is none. */
    public DestinationOptions expiryQueue(String queue) {
        return with(EXPIRY_QUEUE, queue);
    }

    /** The queue that takes what expires; by default none. */
    public Optional<String> expiryQueue() {
        return values.get(EXPIRY_QUEUE).filter(Predicate.not(String::isEmpty));
    }

    /** Sets whether the whole destination is one lane. */
    public DestinationOptions exclusive(boolean value) {
        return with(EXCLUSIVE, value);
    }

    /** What was set. */
    public Optional<Boolean> exclusive() {
        return values.get(EXCLUSIVE);
    }

    /** What was set; by default false. */
    public boolean exclusiveOrDefault() {
        return exclusive().orElse(false);
    }

    /**
     * Changes the options of the subscription that this queue implies.
     *
     * @throws IllegalArgumentException on a topic (use {@link SubscriptionOptions#durable} or {@code shared}), or when
     *     the change returns another subscription's options
     */
    public DestinationOptions subscription(UnaryOperator<SubscriptionOptions> change) {
        SubscriptionOptions before = subscription.orElseThrow(() -> new IllegalArgumentException(
                "Topic " + name + " implies no subscription: configure SubscriptionOptions.durable or .shared"));
        SubscriptionOptions after = Objects.requireNonNull(change.apply(before), "subscription");
        if (!after.isSameSubscription(before)) {
            throw new IllegalArgumentException(
                    "Queue " + name + " was given the options of another subscription: " + after);
        }
        return new DestinationOptions(topic, name, values, Optional.of(after));
    }

    /** The options of the subscription that a queue implies; empty for a topic. */
    public Optional<SubscriptionOptions> subscription() {
        return subscription;
    }

    /**
     * These options, overridden by those that are set in {@code newer}, its subscription's included.
     *
     * @throws IllegalArgumentException when the two describe different destinations
     */
    public DestinationOptions merge(DestinationOptions newer) {
        if (topic != newer.topic || !name.equals(newer.name)) {
            throw new IllegalArgumentException(this + " and " + newer + " are different destinations");
        }
        return new DestinationOptions(
                topic,
                name,
                values.merge(newer.values),
                subscription.flatMap(mine -> newer.subscription.map(mine::merge)));
    }

    /**
     * Name space ({@code type}), {@code name} and set options as text, those of the implied subscription prefixed with
     * {@code subscription.}; {@link #fromAttributes} reads them back. The map is the caller's.
     */
    public SortedMap<String, String> toAttributes() {
        SortedMap<String, String> attributes = values.toText();
        attributes.put("type", topic ? "topic" : "queue");
        attributes.put("name", name);
        subscription.ifPresent(
                s -> s.toOptionAttributes().forEach((key, value) -> attributes.put(SUBSCRIPTION_PREFIX + key, value)));
        return attributes;
    }

    /**
     * Reads what {@link #toAttributes} wrote.
     *
     * @throws InvalidOptionException for a missing or unknown key or an invalid value
     */
    public static DestinationOptions fromAttributes(Map<String, String> attributes) {
        Map<String, String> rest = new TreeMap<>(attributes);
        String type = SubscriptionOptions.take(rest, "type");
        if (!type.equals("queue") && !type.equals("topic")) {
            throw new InvalidOptionException("type", type, "allowed is queue or topic");
        }
        return open(type.equals("topic"), SubscriptionOptions.take(rest, "name"))
                .withAttributes(rest);
    }

    /**
     * Sets options from text, by key.
     *
     * @throws InvalidOptionException for an unknown key or an invalid value
     */
    public DestinationOptions withAttributes(Map<String, String> options) {
        OptionValues result = values;
        Map<String, String> ofSubscription = new TreeMap<>();
        for (Map.Entry<String, String> entry : options.entrySet()) {
            String key = entry.getKey();
            if (!topic && key.startsWith(SUBSCRIPTION_PREFIX)) {
                ofSubscription.put(key.substring(SUBSCRIPTION_PREFIX.length()), entry.getValue());
            } else {
                result = result.withText(key, entry.getValue());
            }
        }
        return new DestinationOptions(topic, name, result, subscription.map(s -> s.withAttributes(ofSubscription)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DestinationOptions that
                && topic == that.topic
                && name.equals(that.name)
                && values.set().equals(that.values.set())
                && subscription.equals(that.subscription);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, name, values.set(), subscription);
    }

    @Override
    public String toString() {
        return "DestinationOptions" + toAttributes();
    }
}
