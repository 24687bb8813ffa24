package io.narabi.engine;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A consumer on a session. {@link #claim()}, {@link #handOver} and {@link #putBack} are called by one thread at a time; the rest from any.
 */
public interface EngineConsumer extends AutoCloseable {

    /** Whether somebody waits for messages. Without demand nothing is reserved for the consumer that another wants. */
    void demand(Demand demand);

    /**
     * Claims the next message: decides in the broker, never blocks, and asks the broker itself, so that an empty answer means that nothing
     * is open to this consumer now. A claimed message is reserved firmly, not handed over: nothing is counted.
     */
    Optional<Claim> claim();

    /**
     * Hands a claimed message over in the session's current unit of work: an attempt begins. Completes at once as a rule; where it has to
     * be durable first that the attempt began, when it is. Empty if the message expired or the claim was lost meanwhile.
     */
    CompletionStage<Optional<Delivery>> handOver(Claim claim);

    /** Gives a claim back unused, uncounted. */
    void putBack(Claim claim);

    /** Whether the engine has ended this consumer (destination deleted, engine closed). */
    boolean isClosed();

    /** Closes the consumer. Its claims go back uncounted; what it was handed over stays with the session (Jakarta Messaging 3.1 §8.8). */
    @Override
    void close();

    /** Who waits on the consumer. */
    enum Demand {
        /** Nobody. */
        NONE,
        /** A {@code receive} that is waiting. */
        RECEIVE,
        /** A message listener. */
        LISTENER
    }
}
