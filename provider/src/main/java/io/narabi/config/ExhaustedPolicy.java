package io.narabi.config;

/** What happens to a message whose attempts have reached {@code maxDeliveries}. */
public enum ExhaustedPolicy {
    /** The message moves to the dead-letter queue, its lane goes on. The default. */
    DEAD_LETTER,
    /**
     * The lane stops until an operator retries, dead-letters or discards its head. A message without a group is parked
     * alone.
     */
    HALT_LANE,
    /** The message, and what its lane held when the limit was hit, move to the dead-letter queue in order. */
    DEAD_LETTER_LANE
}
