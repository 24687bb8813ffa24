package io.narabi.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The URL that selects an engine and its parameters: {@code embedded:DIRECTORY}, {@code memory:NAME},
 * {@code narabi://host:port,host:port} or {@code rocketmq://endpoints}, each with {@code ?key=value&key=value}. Target
 * and values are percent-decoded (UTF-8; a plus sign stands for itself). The keys are those of {@link UrlKey}.
 *
 * <p>Immutable and thread-safe. Two URLs are equal when they have the same scheme, target and set parameters, however
 * these were written.
 */
public final class NarabiUrl {
    /** Which engine carries the messages. */
    public enum Scheme {
        /** A broker in this JVM with a store in a directory. */
        EMBEDDED("embedded:"),
        /** A broker in this JVM with nothing on disk. */
        MEMORY("memory:"),
        /** Narabi servers. */
        NARABI("narabi://"),
        /** An Apache RocketMQ 5 cluster. */
        ROCKETMQ("rocketmq://");

        private final String prefix;

        Scheme(String prefix) {
            this.prefix = prefix;
        }

        /** The scheme's name in lower case, as it begins a URL. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final long TEN_GIB = 10L << 30;
    private static final Pattern HOSTS = Pattern.compile("(?:[^\\s:,/?#\\[\\]]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}");

    private final Scheme scheme;
    private final String target;
    /** Values in their canonical form. */
    private final SortedMap<String, String> parameters;

    private NarabiUrl(Scheme scheme, String target, SortedMap<String, String> parameters) {
        this.scheme = scheme;
        this.target = target;
        this.parameters = parameters;
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException when it has no known scheme, no target, an unknown or repeated key, or a value
     *     that is malformed or not allowed; the message names it and says what is allowed
     */
    public static NarabiUrl parse(String url) {
        Scheme scheme = schemeOf(url);
        String rest = url.substring(scheme.prefix.length());
        int question = rest.indexOf('?');
        String target = decode("target", question < 0 ? rest : rest.substring(0, question));
        checkTarget(scheme, target);
        SortedMap<String, String> parameters = new TreeMap<>();
        if (question >= 0 && question + 1 < rest.length()) {
            for (String pair : rest.substring(question + 1).split("&", -1)) {
                addParameter(parameters, pair);
            }
        }
        return new NarabiUrl(scheme, target, parameters);
    }

    private static Scheme schemeOf(String url) {
        for (Scheme scheme : Scheme.values()) {
            if (url.regionMatches(true, 0, scheme.prefix, 0, scheme.prefix.length())) {
                return scheme;
            }
        }
        int colon = url.indexOf(':');
        // Only the beginning: the rest may hold a password.
        throw new InvalidOptionException(
                "url",
                colon < 0 ? "(no scheme)" : url.substring(0, colon) + ":…",
                "allowed is embedded:DIRECTORY, memory:NAME, narabi://host:port,host:port or rocketmq://endpoints");
    }

    private static void checkTarget(Scheme scheme, String target) {
        String key = scheme.text() + " target";
        boolean printable = ValueType.isUnicode(target) && target.chars().noneMatch(Character::isISOControl);
        if (target.isBlank() || !printable) {
            throw new InvalidOptionException(
                    key, target, "allowed is a text that is not blank, without control characters");
        }
        if (scheme == Scheme.NARABI) {
            for (String host : target.split(",", -1)) {
                if (!HOSTS.matcher(host).matches()
                        || Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)) > 65_535) {
                    throw new InvalidOptionException(
                            key, host, "allowed is host:port, several of them separated by commas");
                }
            }
        }
    }

    private static void addParameter(SortedMap<String, String> parameters, String pair) {
        int equals = pair.indexOf('=');
        String name = decode("key", equals < 0 ? pair : pair.substring(0, equals));
        UrlKey<?> key = known(name);
        if (equals < 0) {
            throw new InvalidOptionException(name, "", "the parameter has no value; allowed is " + key.allowed());
        }
        String raw = pair.substring(equals + 1);
        String value = key.isSecret() ? decodeSecret(name, raw) : decode(name, raw);
        if (parameters.put(name, key.normalize(value)) != null) {
            throw new InvalidOptionException(
                    name, key.isSecret() ? "***" : value, "the parameter is given more than once");
        }
    }

    private static String decode(String key, String text) {
        try {
            return PercentCodec.decode(text);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidOptionException(key, text, String.valueOf(malformed.getMessage()));
        }
    }

    private static String decodeSecret(String key, String text) {
        try {
            return PercentCodec.decode(text);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidOptionException(key, "***", String.valueOf(malformed.getMessage()));
        }
    }

    private static UrlKey<?> known(String name) {
        return UrlKey.named(name)
                .orElseThrow(() -> new InvalidOptionException(
                        name,
                        "…",
                        "there is no such parameter; known are "
                                + UrlKey.all().stream()
                                        .map(UrlKey::key)
                                        .sorted()
                                        .collect(Collectors.joining(", "))));
    }

    /** Which engine. */
    public Scheme scheme() {
        return scheme;
    }

    /** What follows the scheme, percent-decoded: a directory, a name, or hosts. */
    public String target() {
        return target;
    }

    /** The parameters that are set, decoded, in canonical form, by key; among them the password. A copy. */
    public SortedMap<String, String> parameters() {
        return new TreeMap<>(parameters);
    }

    /** The value that is set, else the key's default, else empty. */
    public <T extends Object> Optional<T> get(UrlKey<T> key) {
        String text = parameters.get(key.key());
        return text == null ? key.defaultValue() : Optional.of(key.parse(text));
    }

    private <T extends Object> T required(UrlKey<T> key) {
        return get(key).orElseThrow(() -> new IllegalStateException(key + " has no default"));
    }

    /** {@link UrlKey#USER}. */
    public Optional<String> user() {
        return get(UrlKey.USER);
    }

    /** {@link UrlKey#PASSWORD}. */
    public Optional<String> password() {
        return get(UrlKey.PASSWORD);
    }

    /** {@link UrlKey#CLIENT_ID}. */
    public Optional<String> clientId() {
        return get(UrlKey.CLIENT_ID);
    }

    /** {@link UrlKey#PREFETCH}, in messages. */
    public int prefetch() {
        return required(UrlKey.PREFETCH);
    }

    /** {@link UrlKey#ACK_WINDOW} of a session in AUTO, in acknowledgements. */
    public int autoAckWindow() {
        return get(UrlKey.ACK_WINDOW).orElse(1);
    }

    /** {@link UrlKey#ACK_WINDOW} of a session in DUPS_OK, in acknowledgements. */
    public int dupsOkAckWindow() {
        return get(UrlKey.ACK_WINDOW).orElseGet(this::prefetch);
    }

    /** {@link UrlKey#SEND_TIMEOUT}. */
    public Duration sendTimeout() {
        return required(UrlKey.SEND_TIMEOUT);
    }

    /** {@link UrlKey#PEER_TIMEOUT}. */
    public Duration peerTimeout() {
        return required(UrlKey.PEER_TIMEOUT);
    }

    /** {@link UrlKey#PLACE}. */
    public boolean place() {
        return required(UrlKey.PLACE);
    }

    /** {@link UrlKey#LANE_RELEASE}. */
    public LaneRelease laneRelease() {
        return required(UrlKey.LANE_RELEASE);
    }

    /** {@link UrlKey#OBJECT_CLASSES}, one by one. */
    public List<String> objectClasses() {
        return get(UrlKey.OBJECT_CLASSES).stream()
                .flatMap(names -> Stream.of(names.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** {@link UrlKey#MIN_FREE_DISK} in bytes, on a disk of that many bytes. */
    public long minFreeDisk(long diskBytes) {
        return get(UrlKey.MIN_FREE_DISK).orElseGet(() -> Math.max(2 * segmentSize(), diskBytes / 100));
    }

    /** {@link UrlKey#MAX_MESSAGE_SIZE}, in bytes. */
    public long maxMessageSize() {
        return required(UrlKey.MAX_MESSAGE_SIZE);
    }

    /** {@link UrlKey#SEGMENT_SIZE}, in bytes. */
    public long segmentSize() {
        return required(UrlKey.SEGMENT_SIZE);
    }

    /** {@link UrlKey#RETENTION}. */
    public Duration retention() {
        return required(UrlKey.RETENTION);
    }

    /** {@link UrlKey#STORE_LIMIT} in bytes, on a disk of that many bytes. */
    public long storeLimit(long diskBytes) {
        return get(UrlKey.STORE_LIMIT).orElseGet(() -> Math.min(TEN_GIB, diskBytes / 5));
    }

    /** {@link UrlKey#AUTO_CREATE}. */
    public boolean autoCreate() {
        return required(UrlKey.AUTO_CREATE);
    }

    /** {@link UrlKey#LOOK_AHEAD}, in messages. */
    public int lookAhead() {
        return required(UrlKey.LOOK_AHEAD);
    }

    /**
     * This URL with one parameter set or replaced.
     *
     * @param value not percent-encoded
     * @throws InvalidOptionException for an unknown key or an invalid value
     */
    public NarabiUrl withParameter(String key, String value) {
        SortedMap<String, String> copy = parameters();
        copy.put(key, known(key).normalize(value));
        return new NarabiUrl(scheme, target, copy);
    }

    /** This URL with one parameter set or replaced; as {@link #withParameter(String, String)}. */
    public <T extends Object> NarabiUrl withParameter(UrlKey<T> key, T value) {
        return withParameter(key.key(), key.print(value));
    }

    /** This URL with one parameter back to its default. */
    public NarabiUrl withoutParameter(UrlKey<?> key) {
        SortedMap<String, String> copy = parameters();
        copy.remove(key.key());
        return new NarabiUrl(scheme, target, copy);
    }

    /**
     * The one form of all URLs that are equal to this one: escapes, values and the order of the keys normalized. Reads
     * back as an equal URL. It holds the password: not for logs.
     */
    public String canonical() {
        return print(false);
    }

    private String print(boolean hideSecrets) {
        StringBuilder out = new StringBuilder(scheme.prefix).append(PercentCodec.encode(target));
        char separator = '?';
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            boolean hide = hideSecrets && known(parameter.getKey()).isSecret();
            out.append(separator)
                    .append(parameter.getKey())
                    .append('=')
                    .append(hide ? "***" : PercentCodec.encode(parameter.getValue()));
            separator = '&';
        }
        return out.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NarabiUrl that && canonical().equals(that.canonical());
    }

    @Override
    public int hashCode() {
        return canonical().hashCode();
    }

    /** As {@link #canonical}, with {@code ***} for the password. */
    @Override
    public String toString() {
        return print(true);
    }
}
