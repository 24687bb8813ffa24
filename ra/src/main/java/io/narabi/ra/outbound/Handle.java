package io.narabi.ra.outbound;

import io.narabi.jms.NarabiXAContext;
import jakarta.jms.IllegalStateException;

/**
 * What the server's connection manager hands out and counts. An interface: some servers give a proxy of it.
 *
 * <p>For one thread of control at a time, as a session is.
 */
public interface Handle extends AutoCloseable {

    /**
     * The session behind the handle.
     *
     * @throws IllegalStateException if the handle is closed
     */
    NarabiXAContext use() throws IllegalStateException;

    /** Whether the session works in a transaction of the server now; false once the handle is closed. */
    boolean inTransaction();

    /** Has something closed when the handle is, however that comes about. */
    void closeLater(AutoCloseable resource);

    /** Something was closed already. */
    void forget(AutoCloseable resource);

    /** Starts delivery; it ends when the session goes back to the pool. */
    void start();

    /** Gives the session back to the pool. Idempotent. */
    @Override
    void close();
}
