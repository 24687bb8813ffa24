package io.narabi.broker.lane;

/**
 * A unit of work that can own lanes: an XA branch, or a session (with its local transaction). Compared by identity.
 */
public interface Owner {

    /** As an operator reads it, for example {@code session 12 of client desk1}. */
    String describe();
}
