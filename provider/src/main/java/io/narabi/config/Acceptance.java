package io.narabi.config;

/** What a destination takes; refused messages are a {@code MessageFormatException} for the sender. */
public enum Acceptance {
    /** Everything; grouped messages are ordered. The default. */
    MIXED,
    /** A message group is required, a delivery delay is refused. */
    FIFO,
    /** A message group and a delivery delay are refused. */
    NORMAL,
    /** A delivery delay is required, a message group is refused. */
    DELAY
}
