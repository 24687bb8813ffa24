package io.narabi.jms;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;

/** A connection that lives as long as one of the contexts that use it (Jakarta Messaging 3.1 §6.2.15). Thread-safe. */
final class SharedConnection {

    private final ConnectionCore core;
    private int contexts;
    private boolean closed;

    SharedConnection(ConnectionCore core) {
        this.core = core;
    }

    ConnectionCore core() {
        return core;
    }

    /** A session for one more context. */
    SessionCore openSession(AckMode mode) throws JMSException {
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("The connection is closed: its last context was");
            }
            contexts++;
        }
        try {
            return core.openSession(mode, false);
        } catch (JMSException e) {
            if (release()) {
                closeQuietly(e);
            }
            throw e;
        }
    }

    private void closeQuietly(JMSException because) {
        try {
            core.close();
        } catch (JMSException e) {
            because.addSuppressed(e);
        }
    }

    /** One context less: whether it was the last. */
    private synchronized boolean release() {
        closed = --contexts == 0;
        return closed;
    }

    /** Closes a context's session, and with the last one the connection. */
    void close(SessionCore session) throws JMSException {
        try {
            session.close();
        } finally {
            if (release()) {
                core.close();
            }
        }
    }
}
