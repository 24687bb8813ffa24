package io.narabi.ra.inbound;

/** The activation cannot work as it is configured; trying again does not help. */
public final class ActivationRefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    ActivationRefusedException(String message) {
        super(message);
    }

    ActivationRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
