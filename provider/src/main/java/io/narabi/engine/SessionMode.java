package io.narabi.engine;

/** What a session's unit of work is. */
public enum SessionMode {
    /** No transaction: the session itself is the unit of work; sends are stored at once, deliveries are acknowledged one by one or in bulk. */
    ACKNOWLEDGED,
    /** A local transaction is always open: sends and acknowledgements take effect together at {@link EngineSession#commit()}. */
    TRANSACTED,
    /** Between {@link EngineSession#startBranch} and {@link EngineSession#endBranch} the XA branch; outside one as {@link #ACKNOWLEDGED}. */
    XA
}
