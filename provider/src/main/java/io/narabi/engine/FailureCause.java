package io.narabi.engine;

import java.util.Optional;

/**
 * Why attempts failed.
 *
 * @param kind what ended them
 * @param exception the application's exception, as text, if there was one
 */
public record FailureCause(Kind kind, Optional<String> exception) {

    /** What ended an attempt without an acknowledgement. */
    public enum Kind {
        ROLLED_BACK,
        RECOVERED,
        LISTENER_FAILED,
        CLOSED,
        DISCONNECTED,
        CRASHED,
        ACK_TIMEOUT
    }

    public static FailureCause of(Kind kind) {
        return new FailureCause(kind, Optional.empty());
    }

    public static FailureCause of(Kind kind, Throwable exception) {
        return new FailureCause(kind, Optional.of(exception.toString()));
    }
}
