package io.narabi.store.index;

/** An index could not do what was asked; what was to be looked up has to be got from the journal. */
public final class IndexException extends Exception {

    private static final long serialVersionUID = 1L;

    public IndexException(String message) {
        super(message);
    }

    public IndexException(String message, Throwable cause) {
        super(message, cause);
    }
}
