package io.narabi.config;

/**
 * An option that is set on both sides to different values.
 *
 * @param key the name of the option
 * @param mine the value of the side that was asked, as text
 * @param theirs the value of the other side, as text
 */
public record OptionConflict(String key, String mine, String theirs) {
    /** A sentence part for an error message, such as {@code maxDeliveries is 3 here and 5 there}. */
    @Override
    public String toString() {
        return key + " is " + mine + " here and " + theirs + " there";
    }
}
