package io.narabi.placement;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may be the name of a message group, the value of {@code JMSXGroupID}. Thread-safe. */
public final class MessageGroup {
    /** The longest name, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1_024;

    private static final int SHOWN = 64;

    private MessageGroup() {}

    /**
     * The group that a property's value names: none for null or the empty text; a blank text is a group.
     *
     * @throws IllegalArgumentException when the name has more than {@value #MAX_BYTES} bytes of UTF-8, or an unpaired
     *     surrogate
     */
    public static Optional<String> of(@Nullable String value) {
        if (value == null || value.isEmpty()) {
            return Optional.empty();
        }
        // Each char has at least one byte: what is far too long is not counted to its end.
        int bytes = value.length() > MAX_BYTES ? value.length() : utf8Length(value);
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("The message group that begins with \"" + beginning(value) + "\" has "
                    + (value.length() > MAX_BYTES ? "at least " : "") + bytes + " bytes of UTF-8; at most " + MAX_BYTES
                    + " are allowed: use a shorter JMSXGroupID");
        }
        return Optional.of(value);
    }

    private static int utf8Length(String value) {
        try {
            return Utf8.length(value);
        } catch (IllegalArgumentException notUnicode) {
            throw new IllegalArgumentException(
                    "The message group that begins with \"" + beginning(value)
                            + "\" cannot be written as UTF-8: use a JMSXGroupID without unpaired surrogates",
                    notUnicode);
        }
    }

    private static String beginning(String value) {
        return value.length() <= SHOWN ? value : value.substring(0, SHOWN);
    }
}
