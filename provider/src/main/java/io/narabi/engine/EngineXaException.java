package io.narabi.engine;

/** A failure that JTA has an error code for. */
public final class EngineXaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int errorCode;

    /**
     * @param errorCode one of the codes of {@link javax.transaction.xa.XAException}
     * @param message which branch, what happened, what to do
     */
    public EngineXaException(int errorCode, String message) {
        super(message);
        this.errorCode = errorCode;
    }

    public EngineXaException(int errorCode, String message, Throwable cause) {
        super(message, cause);
        this.errorCode = errorCode;
    }

    public int errorCode() {
        return errorCode;
    }
}
