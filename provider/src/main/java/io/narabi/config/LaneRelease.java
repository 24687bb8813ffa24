package io.narabi.config;

/** When a session gives up the lane of a message that a synchronous receive returned in AUTO or DUPS_OK. */
public enum LaneRelease {
    /**
     * At the session's next receive, or the close of consumer or session: what the caller does between two receives is
     * ordered, too. The default.
     */
    ON_NEXT_RECEIVE,
    /** As soon as the acknowledgement that {@code receive} gives on its return is durable. */
    ON_RETURN
}
