package io.narabi.engine;

import java.util.function.Consumer;

/**
 * One connection. Thread-safe. Its sessions, consumers and unfinished local transactions end with it; prepared XA branches stay.
 */
public interface EngineConnection extends AutoCloseable {

    /**
     * Takes the client identifier for this connection (Jakarta Messaging 3.1 §6.1.2).
     *
     * @throws EngineException {@code INVALID_CLIENT_ID} if another open connection has it
     */
    void setClientId(String clientId);

    /** Opens a session. */
    EngineSession openSession(SessionMode mode);

    /** The transaction branches of the engine's resource manager, whichever connection began them. */
    EngineTransactions transactions();

    /** Deliveries may be claimed. A new connection is stopped. */
    void start();

    /** Nothing more can be claimed; what is reserved but not handed over goes back, uncounted. */
    void stop();

    /** Told once when the engine fails or goes away under the connection, from any thread. */
    void onFailure(Consumer<EngineException> listener);

    /** Closes the connection: open sessions as {@link EngineSession#close()}. Idempotent. */
    @Override
    void close();
}
