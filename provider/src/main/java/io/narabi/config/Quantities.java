package io.narabi.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as they are written in URLs and attributes. */
final class Quantities {
    /** What still fits into a long of nanoseconds, with room for sums. */
    static final Duration LONGEST = Duration.ofDays(36_500);

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,19})(ms|s|m|h|d)?");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,19})(?:([KMGT])(?:IB)?)?");
    private static final String SIZE_UNITS = "KMGT";

    private Quantities() {}

    static ValueType<Duration> duration(Duration min) {
        String allowed = "a duration such as 500ms, 30s, 5m, 2h, 3d, PT30S, or a plain number of milliseconds, from "
                + printDuration(min) + " to " + printDuration(LONGEST) + ", in whole milliseconds";
        return new ValueType<>(
                allowed,
                Quantities::parseDuration,
                Quantities::printDuration,
                d -> d.compareTo(min) >= 0 && d.compareTo(LONGEST) <= 0 && d.getNano() % 1_000_000 == 0);
    }

    static ValueType<Long> size(long min, long max) {
        String allowed = "a size such as 1048576, 512K, 64MiB, 1GiB (units of 1024)" + ", from " + printSize(min)
                + (max == Long.MAX_VALUE ? "" : " to " + printSize(max));
        return new ValueType<>(allowed, Quantities::parseSize, Quantities::printSize, n -> n >= min && n <= max);
    }

    private static Duration parseDuration(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("p")) {
            return Duration.parse(text);
        }
        Matcher m = DURATION.matcher(lower);
        if (!m.matches()) {
            throw new IllegalArgumentException("not a duration");
        }
        long amount = Long.parseLong(m.group(1));
        String unit = m.group(2) == null ? "ms" : m.group(2);
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }

    /** The largest unit that divides it. */
    static String printDuration(Duration d) {
        long ms = d.toMillis();
        if (ms % 1_000 != 0 || ms == 0) {
            return ms + "ms";
        }
        long s = ms / 1_000;
        if (s % 60 != 0) {
            return s + "s";
        }
        if (s % 3_600 != 0) {
            return s / 60 + "m";
        }
        return s % 86_400 != 0 ? s / 3_600 + "h" : s / 86_400 + "d";
    }

    private static Long parseSize(String text) {
        Matcher m = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!m.matches()) {
            throw new IllegalArgumentException("not a size");
        }
        long amount = Long.parseLong(m.group(1));
        String unit = m.group(2);
        return unit == null ? amount : Math.multiplyExact(amount, 1L << (10 * (SIZE_UNITS.indexOf(unit) + 1)));
    }

    /** The largest unit that divides it. */
    static String printSize(long bytes) {
        long amount = bytes;
        int unit = 0;
        while (amount != 0 && amount % 1_024 == 0 && unit < SIZE_UNITS.length()) {
            amount /= 1_024;
            unit++;
        }
        return unit == 0 ? Long.toString(amount) : amount + SIZE_UNITS.substring(unit - 1, unit) + "iB";
    }
}
