package io.narabi.store;

/** What a store refuses or fails at. The message says what happened, to which file or message, and what to do. */
public final class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public StoreException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public StoreException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Why. */
    public enum Reason {
        /** Another process or class loader holds the directory. */
        LOCKED,
        /** The unit is larger than allowed, or makes no sense; nothing was written. */
        REFUSED,
        /** The disk has less free space than the minimum; nothing was written. */
        FULL,
        /** A write or force failed: the unit may be stored, or not. */
        OUTCOME_UNKNOWN,
        /** Reading or opening failed. */
        IO,
        /** A stored record is damaged. */
        DAMAGED,
        /** No such message. */
        NOT_FOUND,
        /** The store is closed. */
        CLOSED
    }
}
