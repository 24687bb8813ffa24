package io.narabi.engine;

import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.Xid;

/**
 * Two-phase commit of XA branches. Thread-safe. Failures are {@link EngineXaException}, in stages as well.
 */
public interface EngineTransactions {

    /** Equal for all connections to one resource manager (JTA {@code isSameRM}). */
    String resourceManager();

    /** Prepares; durable when complete. */
    CompletionStage<PrepareVote> prepare(Xid xid);

    /** Commits; durable when complete. */
    CompletionStage<Void> commit(Xid xid, boolean onePhase);

    /** Rolls back; the branch's deliveries are failed attempts. */
    CompletionStage<Void> rollback(Xid xid);

    /** The prepared branches, from the store. */
    List<Xid> recover();

    /** Forgets a heuristically completed branch. */
    void forget(Xid xid);

    /** The outcome of a prepare. */
    enum PrepareVote {
        OK,
        READ_ONLY
    }
}
