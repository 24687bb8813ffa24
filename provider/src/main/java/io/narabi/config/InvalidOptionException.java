package io.narabi.config;

/** A configured value that can never be valid; the message names the key, the value and what is allowed. */
public final class InvalidOptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String key;
    private final String value;

    InvalidOptionException(String key, String value, String explanation) {
        super(key + "=" + value + " is not valid: " + explanation);
        this.key = key;
        this.value = value;
    }

    /** The name of the option, such as {@code maxDeliveries}. */
    public String key() {
        return key;
    }

    /** The refused value as text. */
    public String value() {
        return value;
    }
}
