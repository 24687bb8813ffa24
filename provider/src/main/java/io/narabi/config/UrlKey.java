package io.narabi.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that a {@link NarabiUrl} may have. Durations are written as {@code 500ms}, {@code 30s}, {@code 5m},
 * {@code 2h}, {@code 3d}, {@code PT30S} or a plain number of milliseconds; sizes as a plain number of bytes or with
 * {@code K}, {@code M}, {@code G}, {@code T} ({@code KiB} …), in units of 1,024.
 *
 * @param <T> the type of the value
 */
public final class UrlKey<T extends Object> {
    /** Whom a parameter concerns. */
    public enum Scope {
        /** The connection that is opened with the URL. */
        CONNECTION,
        /** The broker: the URL that starts it decides. */
        BROKER
    }

    private static final Map<String, UrlKey<?>> BY_NAME = new LinkedHashMap<>();
    private static final int MAX_CREDIT = 1_000_000;
    private static final long KIB = 1_024;
    private static final long GIB = KIB * KIB * KIB;

    /** Who connects, where {@code createConnection()} names nobody; no default. */
    public static final UrlKey<String> USER = connection("user", ValueType.name(ValueType.MAX_NAME_LENGTH), null);

    /** The password that goes with {@link #USER}; no default; never shown in logs or messages. */
    public static final UrlKey<String> PASSWORD = connection("password", ValueType.text(), null);

    /** The client identifier of each connection that is opened; no default. */
    public static final UrlKey<String> CLIENT_ID = connection("clientId", ValueType.name(512), null);

    /** How many messages a consumer holds reserved at most; from 1; default 100. */
    public static final UrlKey<Integer> PREFETCH = connection("prefetch", ValueType.integer(1, MAX_CREDIT), 100);

    /**
     * How many acknowledgements may be under way, not yet durable, while the session goes on; from 1. By default 1 in
     * AUTO, and {@link #PREFETCH} in DUPS_OK.
     */
    public static final UrlKey<Integer> ACK_WINDOW = connection("ackWindow", ValueType.integer(1, MAX_CREDIT), null);

    /** How long a send may wait for a store that cannot be written or for flow control; default 30 s. */
    public static final UrlKey<Duration> SEND_TIMEOUT =
            connection("sendTimeout", Quantities.duration(Duration.ofMillis(1)), Duration.ofSeconds(30));

    /** After how long without a sign of life the peer counts as dead; default 10 s. */
    public static final UrlKey<Duration> PEER_TIMEOUT =
            connection("peerTimeout", Quantities.duration(Duration.ofMillis(1)), Duration.ofSeconds(10));

    /** Whether delivered messages carry their partition, offset and sequence as properties; default false. */
    public static final UrlKey<Boolean> PLACE = connection("place", ValueType.bool(), false);

    /**
     * When a session gives up the lane of a message that it received synchronously, where the subscription does not
     * say; default {@link LaneRelease#ON_NEXT_RECEIVE}.
     */
    public static final UrlKey<LaneRelease> LANE_RELEASE =
            connection("laneRelease", ValueType.oneOf(LaneRelease.class), LaneRelease.ON_NEXT_RECEIVE);

    /**
     * The packages and classes, separated by commas, that the object of a received ObjectMessage may consist of besides
     * value types of the JDK; {@code *} allows every class there is. No default: any other class is refused before it
     * is loaded.
     */
    public static final UrlKey<String> OBJECT_CLASSES = connection("objectClasses", ValueType.text(), null);

    /** The free disk space in bytes below which sends wait; by default the larger of 2 segments and 1% of the disk. */
    public static final UrlKey<Long> MIN_FREE_DISK = broker("minFreeDisk", Quantities.size(0, Long.MAX_VALUE), null);

    /** The largest message in bytes; up to 1 GiB, which is the default. */
    public static final UrlKey<Long> MAX_MESSAGE_SIZE = broker("maxMessageSize", Quantities.size(1, GIB), GIB);

    /** The size of a journal's segment file in bytes, 64 KiB to 512 MiB; default 64 MiB. */
    public static final UrlKey<Long> SEGMENT_SIZE =
            broker("segmentSize", Quantities.size(64 * KIB, GIB / 2), 64 * KIB * KIB);

    /** How long acknowledged messages are kept, where the destination does not say; zero keeps none; default 3 days. */
    public static final UrlKey<Duration> RETENTION =
            broker("retention", Quantities.duration(Duration.ZERO), Duration.ofDays(3));

    /**
     * How many bytes of acknowledged history are kept; the oldest go first. By default the smaller of 10 GiB and a
     * fifth of the disk.
     */
    public static final UrlKey<Long> STORE_LIMIT = broker("storeLimit", Quantities.size(0, Long.MAX_VALUE), null);

    /** Whether a destination is created on its first use; default true. */
    public static final UrlKey<Boolean> AUTO_CREATE = broker("autoCreate", ValueType.bool(), true);

    /** How many messages priority and selectors look ahead on the ready path; from 1; default 100,000. */
    public static final UrlKey<Integer> LOOK_AHEAD =
            broker("lookAhead", ValueType.integer(1, Integer.MAX_VALUE), 100_000);

    private final String name;
    private final Scope scope;
    private final ValueType<T> type;
    private final Optional<T> defaultValue;

    private UrlKey(String name, Scope scope, ValueType<T> type, Optional<T> defaultValue) {
        this.name = name;
        this.scope = scope;
        this.type = type;
        this.defaultValue = defaultValue;
    }

    private static <T extends Object> UrlKey<T> connection(String name, ValueType<T> type, @Nullable T defaultValue) {
        return register(new UrlKey<>(name, Scope.CONNECTION, type, Optional.ofNullable(defaultValue)));
    }

    private static <T extends Object> UrlKey<T> broker(String name, ValueType<T> type, @Nullable T defaultValue) {
        return register(new UrlKey<>(name, Scope.BROKER, type, Optional.ofNullable(defaultValue)));
    }

    private static <T extends Object> UrlKey<T> register(UrlKey<T> key) {
        BY_NAME.put(key.name, key);
        return key;
    }

    /** Every known key. */
    public static List<UrlKey<?>> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** The key of that name; names are case-sensitive. */
    public static Optional<UrlKey<?>> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The parameter's name in a URL. */
    public String key() {
        return name;
    }

    /** Whom the parameter concerns. */
    public Scope scope() {
        return scope;
    }

    /** The default; empty where there is none, or where it is computed as the key's description says. */
    public Optional<T> defaultValue() {
        return defaultValue;
    }

    /** Which values are allowed, in words. */
    public String allowed() {
        return type.allowed();
    }

    /** Whether the value must not be shown. */
    public boolean isSecret() {
        return name.equals("password");
    }

    /**
     * Reads a value.
     *
     * @throws InvalidOptionException when it is malformed or not allowed
     */
    public T parse(String text) {
        if (isSecret() && !ValueType.isUnicode(text)) {
            throw new InvalidOptionException(name, "***", "allowed is " + allowed());
        }
        return type.parse(name, text);
    }

    /** Checks a value and writes it as text. */
    String print(T value) {
        return type.printer().apply(type.check(name, value));
    }

    /** Reads a value and writes it in the one form that {@link NarabiUrl#canonical} uses. */
    String normalize(String text) {
        return print(parse(text));
    }

    /** The parameter's name. */
    @Override
    public String toString() {
        return name;
    }
}
