package io.narabi.jms.message;

import jakarta.jms.JMSException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names a property can have (Jakarta Messaging 3.1 §3.5.1): those of selector identifiers. Hyphens are accepted, too, as many
 * programs use them, though no selector can name such a property. Thread-safe.
 */
final class PropertyNames {

    /** Set by Narabi alone: never taken over from a message that is sent. */
    static final String PROVIDER_PREFIX = "JMS_NARABI_";

    static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** No identifiers in a selector, whatever their case (§3.8.1.1). */
    private static final Set<String> RESERVED =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    private static final int LONGEST_RESERVED = "BETWEEN".length();

    private PropertyNames() {}

    /**
     * The name, if a property can have it.
     *
     * @throws IllegalArgumentException if it is null or empty, as the javadoc of {@code Message} asks
     * @throws JMSException if it is no identifier
     */
    static String check(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("A property's name must not be " + (name == null ? "null" : "empty"));
        }
        if (!isIdentifierWithHyphens(name)) {
            throw new JMSException("A property cannot be named '" + name
                    + "': its name must be a letter followed by letters, digits and hyphens, as in Java"
                    + " (Jakarta Messaging 3.1 §3.5.1)");
        }
        if (name.length() <= LONGEST_RESERVED && RESERVED.contains(name.toUpperCase(Locale.ROOT))) {
            throw new JMSException("A property cannot be named '" + name
                    + "': that is a word of the selector language (Jakarta Messaging 3.1 §3.8.1.1)");
        }
        return name;
    }

    /** Whether a property is the provider's, and dropped when a received message is sent again. */
    static boolean isProviders(String name) {
        return name.startsWith("JMS") && (name.startsWith(PROVIDER_PREFIX) || name.equals(DELIVERY_COUNT));
    }

    private static boolean isIdentifierWithHyphens(String name) {
        if (!Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c != '-' && !Character.isJavaIdentifierPart(c)) {
                return false;
            }
        }
        return true;
    }
}
