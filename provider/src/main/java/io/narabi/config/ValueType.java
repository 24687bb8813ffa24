package io.narabi.config;

import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How the values of an option are read, checked and written. {@code parse(print(x))} equals {@code x} for every valid
 * {@code x}.
 *
 * @param allowed completes the sentence "allowed is ..."
 */
record ValueType<T extends Object>(
        String allowed, Function<String, T> reader, Function<T, String> printer, Predicate<T> valid) {

    static final int MAX_NAME_LENGTH = 2_048;

    /** Reads a text; whatever the reader throws on malformed text becomes one exception that names the key. */
    T parse(String key, String text) {
        T value;
        try {
            value = reader.apply(text);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException malformed) {
            InvalidOptionException refused = refused(key, text);
            refused.initCause(malformed);
            throw refused;
        }
        if (!valid.test(value)) {
            throw refused(key, text);
        }
        return value;
    }

    T check(String key, T value) {
        if (!valid.test(value)) {
            // Not the printer: it may be unable to write what is not valid.
            throw refused(key, value.toString());
        }
        return value;
    }

    private InvalidOptionException refused(String key, String value) {
        return new InvalidOptionException(key, value, "allowed is " + allowed);
    }

    ValueType<T> withAllowed(String newAllowed, Predicate<T> newValid) {
        return new ValueType<>(newAllowed, reader, printer, newValid);
    }

    static ValueType<Integer> integer(int min, int max) {
        String allowed =
                max == Integer.MAX_VALUE ? "a whole number from " + min : "a whole number from " + min + " to " + max;
        return new ValueType<>(allowed, Integer::valueOf, i -> Integer.toString(i), i -> i >= min && i <= max);
    }

    static ValueType<Boolean> bool() {
        return new ValueType<>("true or false", ValueType::readBoolean, b -> Boolean.toString(b), b -> true);
    }

    private static Boolean readBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        String names = Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining(", "));
        return new ValueType<>(
                "one of " + names, s -> Enum.valueOf(type, s.toUpperCase(Locale.ROOT)), Enum::name, e -> true);
    }

    static ValueType<Double> decimal(double min, double max) {
        return new ValueType<>(
                "a number from " + min + " to " + max,
                Double::valueOf,
                d -> Double.toString(d),
                d -> d >= min && d <= max);
    }

    /** A name of a destination, a subscription or a client; also what a property may be called. */
    static ValueType<String> name(int maxLength) {
        return new ValueType<>(
                "a text of 1 to " + maxLength + " characters, not only blanks, without control characters",
                Function.identity(),
                Function.identity(),
                s -> !s.isBlank()
                        && s.length() <= maxLength
                        && isUnicode(s)
                        && s.chars().noneMatch(Character::isISOControl));
    }

    /** As {@link #name}, or the empty text for "none", so that a value that was set can be taken away again. */
    static ValueType<String> nameOrNone(int maxLength) {
        ValueType<String> name = name(maxLength);
        return name.withAllowed(
                name.allowed() + "; or empty for none",
                s -> s.isEmpty() || name.valid().test(s));
    }

    static ValueType<String> text() {
        return new ValueType<>(
                "any text without unpaired surrogates", Function.identity(), Function.identity(), ValueType::isUnicode);
    }

    static boolean isUnicode(String s) {
        return s.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
