package io.narabi.engine;

import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.engine.MessageData.NoValue;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Messages of every shape, as properties need them. */
public final class MessageArbitraries {

    private MessageArbitraries() {}

    /** Any text, unpaired surrogates included. */
    public static Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().all().ofMaxLength(40),
                Arbitraries.strings()
                        .withChars('a', '\u00e9', '\uffff', '\ud83d', '\ude00', '\0')
                        .ofMaxLength(8),
                Arbitraries.strings().alpha().ofMinLength(100).ofMaxLength(300));
    }

    /** Names that properties can have, hyphens among them. */
    public static Arbitrary<String> propertyNames() {
        return Combinators.combine(
                        Arbitraries.strings().withChars("abcXYZ_$\u03b1").ofLength(1),
                        Arbitraries.strings().withChars("abc019_$-\u03b1").ofMaxLength(12))
                .as((first, rest) -> "p" + first + rest);
    }

    /** Every type of property. */
    public static Arbitrary<Object> propertyValues() {
        return Arbitraries.oneOf(
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.bytes().asGeneric(),
                Arbitraries.shorts().asGeneric(),
                Arbitraries.integers().asGeneric(),
                Arbitraries.longs().asGeneric(),
                Arbitraries.oneOf(Arbitraries.floats(), Arbitraries.of(Float.NaN, -0f))
                        .asGeneric(),
                Arbitraries.oneOf(Arbitraries.doubles(), Arbitraries.of(Double.NaN, -0d))
                        .asGeneric(),
                texts().asGeneric());
    }

    /** Every type of entry or value in a body; byte arrays among them. */
    public static Arbitrary<Object> bodyValues() {
        return Arbitraries.oneOf(
                propertyValues(),
                Arbitraries.chars().all().asGeneric(),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(40).asGeneric());
    }

    public static Arbitrary<MessageData> messages() {
        Arbitrary<Object> values = Arbitraries.oneOf(propertyValues(), Arbitraries.just(NoValue.NO_VALUE));
        Arbitrary<Map<String, Object>> properties =
                Arbitraries.maps(propertyNames(), values).ofMaxSize(6);
        Arbitrary<byte[]> bodies = Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
        return Combinators.combine(headers(), properties, Arbitraries.of(BodyKind.class), bodies)
                .as(MessageData::new);
    }

    private static Arbitrary<Headers> headers() {
        Arbitrary<Correlation> correlations = Arbitraries.oneOf(
                Arbitraries.just(Correlation.NONE),
                texts().map(Correlation.Text::new),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(30).map(Correlation.Bytes::new));
        Arbitrary<Optional<DestinationName>> replies = Arbitraries.of(DestinationName.Kind.class)
                .flatMap(kind -> texts().filter(name -> !name.isEmpty()).map(name -> new DestinationName(kind, name)))
                .optional();
        Arbitrary<Long> times = Arbitraries.longs();
        return Combinators.combine(
                        texts(),
                        times,
                        correlations,
                        replies,
                        texts().optional(),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 9),
                        Combinators.combine(times, times).as((a, b) -> new long[] {a, b}))
                .as((id, timestamp, correlation, reply, type, persistent, priority, ends) ->
                        new Headers(id, timestamp, correlation, reply, type, persistent, priority, ends[0], ends[1]));
    }
}
