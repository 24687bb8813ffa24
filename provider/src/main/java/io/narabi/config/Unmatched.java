package io.narabi.config;

/** What a message group does while a message of it matches the selector of no open queue consumer. */
public enum Unmatched {
    /** Later messages of the group may go by. The default, except where the queue's acceptance is FIFO. */
    PASS_OVER,
    /** The group waits. The default where the queue's acceptance is FIFO. */
    WAIT
}
