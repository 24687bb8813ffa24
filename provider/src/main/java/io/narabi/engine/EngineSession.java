package io.narabi.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.Xid;

/**
 * One session: a sequence of units of work. Called by one thread at a time, except {@link #send} (whose stages complete on any thread),
 * {@link #close()} and what consumers say themselves. Stages complete exceptionally with {@link EngineException} only.
 *
 * <p>The unit of work owns the lanes of what was handed over in it (DESIGN §1 "owner") until the settlement is durable.
 */
public interface EngineSession extends AutoCloseable {

    /**
     * Sends. Outside a transaction the stage completes when the message is stored: on disk, forced, if it is persistent. Within one, when
     * it is part of the unit of work; it is stored at commit. Sends of one session to one group are stored in the order of the calls; when
     * one fails, those to the same group that are under way fail too, until the failed stage's callbacks have returned.
     */
    CompletionStage<SendReceipt> send(SendCommand command);

    /**
     * Opens a consumer.
     *
     * @param signal told, from any thread and without the engine's locks held by the caller's view, that {@link EngineConsumer#claim()} may
     *     succeed now; must not block
     */
    EngineConsumer consume(ConsumeCommand command, Runnable signal);

    /**
     * Acknowledges deliveries that were handed over in the current unit of work. Outside a transaction the stage completes when that is
     * durable, and only then the lanes are released; within one, they belong to the transaction.
     *
     * @param keepLanes whether the session stays owner of the lanes until {@link #releaseKeptLanes()} or its close (DESIGN §2.4)
     */
    CompletionStage<Void> acknowledge(List<Delivery> deliveries, boolean keepLanes);

    /** Gives the lanes back that {@link #acknowledge} kept, as soon as their acknowledgements are durable. */
    void releaseKeptLanes();

    /**
     * Ends attempts as failed, in the order handed over (recover, a listener's exception). Without a redelivery delay the lanes stay with
     * this session while it has an open matching consumer, and their messages come back before anything else (DESIGN §2.7).
     *
     * @param cause why, for dead letters and logs
     */
    CompletionStage<Void> fail(List<Delivery> deliveries, FailureCause cause);

    /** Commits the local transaction and begins the next. The stage completes when all of it is durable. */
    CompletionStage<Void> commit();

    /** Rolls the local transaction back and begins the next: sends vanish, deliveries are failed attempts as in {@link #fail}. */
    CompletionStage<Void> rollback(FailureCause cause);

    /**
     * Associates the session with a branch (JTA {@code XAResource.start}).
     *
     * @param mode new, join or resume
     * @throws EngineException {@code ILLEGAL_STATE} and others with the XA error code in {@link EngineXaException}
     */
    void startBranch(Xid xid, BranchStart mode);

    /** Ends the association (JTA {@code XAResource.end}). */
    void endBranch(Xid xid, BranchEnd mode);

    /** Extends {@code ackTimeout} of all deliveries of the current unit of work. */
    void renew();

    /**
     * Closes the session and its consumers. Unsettled deliveries outside a branch are failed attempts; a local transaction is rolled back;
     * a branch stays with the transaction manager. The stage completes when that is done. Idempotent.
     */
    CompletionStage<Void> closeAsync();

    /** As {@link #closeAsync()}, waiting for it. */
    @Override
    void close();
}
