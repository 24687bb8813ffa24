package io.narabi.engine;

/**
 * What an engine refuses or fails at. The message says what happened, to which destination, group or message, and what to do; the JMS
 * objects turn the reason into the exception class that the specification asks for (Jakarta Messaging 3.1 §10.3).
 */
public final class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public EngineException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public EngineException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Why; decides the class of the JMS exception. */
    public enum Reason {
        /** The destination does not exist and may not be created, or cannot be used so. InvalidDestinationException. */
        INVALID_DESTINATION,
        /** The destination's acceptance, or a group's limits, refuse the message. MessageFormatException. */
        NOT_ACCEPTED,
        /** Not allowed in the present state. IllegalStateException. */
        ILLEGAL_STATE,
        /** The client identifier is taken or invalid. InvalidClientIDException. */
        INVALID_CLIENT_ID,
        /** The selector is wrong. InvalidSelectorException. */
        INVALID_SELECTOR,
        /** User or password are wrong, or the user may not do this. JMSSecurityException. */
        SECURITY,
        /** Out of space or another resource. ResourceAllocationException. */
        RESOURCES,
        /** The unit of work was rolled back (fenced). TransactionRolledBackException. */
        ROLLED_BACK,
        /** Written perhaps, perhaps not: a write or force failed. JMSException. */
        OUTCOME_UNKNOWN,
        /** The engine is closed, gone or cannot be reached. JMSException. */
        UNAVAILABLE,
        /** Not there yet in this version. JMSException (UnsupportedOperationException where the API has no checked one). */
        UNSUPPORTED,
        /** Wrong configuration or argument. JMSException. */
        INVALID_ARGUMENT,
        /** A fault in the engine itself. JMSException. */
        INTERNAL
    }
}
