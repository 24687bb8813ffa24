package io.narabi.jms.message;

import jakarta.jms.MessageFormatException;
import org.jspecify.annotations.Nullable;

/**
 * The conversion tables of properties (Jakarta Messaging 3.1 §3.5.4) and of map and stream bodies (§3.11.3): one table, as the first
 * is a part of the second. A null is read as the primitive's {@code valueOf(String)} reads it: false for boolean, a
 * NumberFormatException for whole numbers, a NullPointerException for the others. Thread-safe.
 */
final class Conversions {

    private Conversions() {}

    static boolean toBoolean(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Boolean b) {
            return b;
        }
        return Boolean.parseBoolean(text(value, name, "boolean"));
    }

    static byte toByte(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Byte b) {
            return b;
        }
        return Byte.parseByte(text(value, name, "byte"));
    }

    static short toShort(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Short || value instanceof Byte) {
            return ((Number) value).shortValue();
        }
        return Short.parseShort(text(value, name, "short"));
    }

    static char toChar(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Character c) {
            return c;
        }
        if (value == null) {
            throw new NullPointerException(named(name) + " is null and cannot be read as a char");
        }
        throw refused(value, name, "char");
    }

    static int toInt(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).intValue();
        }
        return Integer.parseInt(text(value, name, "int"));
    }

    static long toLong(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return Long.parseLong(text(value, name, "long"));
    }

    static float toFloat(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Float f) {
            return f;
        }
        return Float.parseFloat(text(value, name, "float"));
    }

    static double toDouble(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return Double.parseDouble(text(value, name, "double"));
    }

    static @Nullable String toText(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value instanceof byte[]) {
            throw refused(value, name, "String");
        }
        return value == null ? null : value.toString();
    }

    /** The array itself, not a copy. */
    static byte @Nullable [] toBytes(@Nullable Object value, @Nullable Object name) throws MessageFormatException {
        if (value == null || value instanceof byte[]) {
            return (byte[]) value;
        }
        throw refused(value, name, "byte[]");
    }

    /** Whether a property can have the value (§3.5.5). */
    static boolean isPropertyValue(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Boolean
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte;
    }

    /** Whether a map entry or a stream can hold the value (§3.11.3). */
    static boolean isBodyValue(@Nullable Object value) {
        return isPropertyValue(value) || value instanceof Character || value instanceof byte[];
    }

    /** The String that a value is, or null, to be parsed as {@code wanted}; anything else cannot be converted. */
    @SuppressWarnings("NullAway") // The parsers' own answers to null are what the specification asks for.
    private static String text(@Nullable Object value, @Nullable Object name, String wanted)
            throws MessageFormatException {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw refused(value, name, wanted);
    }

    private static MessageFormatException refused(Object value, @Nullable Object name, String wanted) {
        return new MessageFormatException(named(name) + " is a "
                + value.getClass().getSimpleName() + " and cannot be read as " + wanted
                + ": read it as the type it was written as, or as one that the conversion table of Jakarta"
                + " Messaging 3.1 §3.5.4 or §3.11.3 allows");
    }

    /** A property or entry by its name, a value of a stream by its position. */
    private static String named(@Nullable Object name) {
        return name instanceof Integer position ? "Value " + position : "'" + name + "'";
    }
}
