package io.narabi.samples.searchsync.history;

/** The repository cannot be read; the message is for the one who named it. */
public final class HistoryException extends Exception {

    private static final long serialVersionUID = 1L;

    HistoryException(String message) {
        super(message);
    }

    HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
