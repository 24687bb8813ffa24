package io.narabi.engine;

import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineTransactions.PrepareVote;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction manager holds of an engine: {@link XAResource} (JTA 2.0 §3.4) over the branches of one resource manager and, where
 * there is one, a session that works in them.
 *
 * <p>Thread-safe as far as the session is: a transaction manager may end and roll back a branch from another thread than the one that
 * works in it. A branch outlives session and connection, so all but {@code start} and {@code end} works for any branch of the engine.
 */
public final class EngineXaResource implements XAResource {

    private static final Xid[] NONE = new Xid[0];

    /** Who asks the other now, on this thread: the other may ask back. */
    private static final ThreadLocal<EngineXaResource> ASKING = new ThreadLocal<>();

    private final EngineTransactions transactions;
    private final Optional<EngineSession> session;

    /** The branch that the session works in now; guarded by this. */
    private Optional<Xid> current = Optional.empty();

    /** The branch that was ended by {@link #fence()}; guarded by this. */
    private Optional<Xid> fenced = Optional.empty();

    private EngineXaResource(EngineTransactions transactions, Optional<EngineSession> session) {
        this.transactions = transactions;
        this.session = session;
    }

    /** For a session opened in {@link SessionMode#XA}. */
    public static EngineXaResource of(EngineTransactions transactions, EngineSession session) {
        return new EngineXaResource(transactions, Optional.of(session));
    }

    /** Without a session, to finish branches in doubt: {@code start} and {@code end} are refused. */
    public static EngineXaResource forRecovery(EngineTransactions transactions) {
        return new EngineXaResource(transactions, Optional.empty());
    }

    /** The branch that the session works in now: between {@code start} and {@code end}. */
    public synchronized Optional<Xid> currentBranch() {
        return current;
    }

    @Override
    public synchronized void start(Xid xid, int flags) throws XAException {
        BranchStart mode = switch (flags) {
            case TMNOFLAGS -> BranchStart.NEW;
            case TMJOIN -> BranchStart.JOIN;
            case TMRESUME -> BranchStart.RESUME;
            default -> throw failure(XAException.XAER_INVAL, "XA start with flags " + flags, null);
        };
        EngineSession working = session("start", xid);
        call("start", xid, () -> working.startBranch(xid, mode));
        current = Optional.of(xid);
    }

    /**
     * Ends the session's branch, if it works in one, as failed: it can only be rolled back, and the transaction manager learns so when it
     * ends the branch itself. For who finds out that the work cannot be completed, before the transaction manager asks.
     */
    public synchronized void fence() {
        current.ifPresent(xid -> {
            current = Optional.empty();
            fenced = Optional.of(xid);
            session.ifPresent(working -> working.endBranch(xid, BranchEnd.FAIL));
        });
    }

    @Override
    public synchronized void end(Xid xid, int flags) throws XAException {
        BranchEnd mode = switch (flags) {
            case TMSUCCESS -> BranchEnd.SUCCESS;
            case TMFAIL -> BranchEnd.FAIL;
            case TMSUSPEND -> BranchEnd.SUSPEND;
            default -> throw failure(XAException.XAER_INVAL, "XA end with flags " + flags, null);
        };
        EngineSession working = session("end", xid);
        if (fenced.filter(branch -> sameBranch(branch, xid)).isPresent()) {
            fenced = Optional.empty();
            throw failure(
                    XAException.XA_RBROLLBACK,
                    "XA end of branch " + describe(xid) + ": its work could not be completed; it is rolled back",
                    null);
        }
        try {
            call("end", xid, () -> working.endBranch(xid, mode));
        } finally {
            if (current.filter(branch -> sameBranch(branch, xid)).isPresent()) {
                current = Optional.empty();
            }
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return awaitOrRollBack("prepare", xid, () -> transactions.prepare(xid)) == PrepareVote.READ_ONLY
                ? XA_RDONLY
                : XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        if (onePhase) {
            awaitOrRollBack("commit", xid, () -> transactions.commit(xid, true));
        } else {
            await("commit", xid, () -> transactions.commit(xid, false));
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        await("rollback", xid, () -> transactions.rollback(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        call("forget", xid, () -> transactions.forget(xid));
    }

    /** All prepared branches come with the start of the scan; a scan that goes on or ends has no more. */
    @Override
    public Xid[] recover(int flags) throws XAException {
        if ((flags & ~(TMSTARTRSCAN | TMENDRSCAN)) != 0) {
            throw failure(XAException.XAER_INVAL, "XA recover with flags " + flags, null);
        }
        if ((flags & TMSTARTRSCAN) == 0) {
            return NONE;
        }
        try {
            List<Xid> prepared = transactions.recover();
            return prepared.toArray(Xid[]::new);
        } catch (EngineXaException | EngineException refused) {
            throw translate("recover", "all branches", refused);
        }
    }

    /**
     * {@inheritDoc} A resource that a server has wrapped is asked in turn: the branch of what a listener got, and the pooled session by
     * which it sends, have to be one, else the lane is released before what was sent is committed.
     */
    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        if (!(other instanceof EngineXaResource that)) {
            return isWrapped(other);
        }
        try {
            return transactions.resourceManager().equals(that.transactions.resourceManager());
        } catch (EngineXaException | EngineException refused) {
            throw translate("isSameRM", "", refused);
        }
    }

    private boolean isWrapped(XAResource other) {
        if (ASKING.get() != null) {
            return false;
        }
        ASKING.set(this);
        try {
            return other.isSameRM(this);
        } catch (XAException | RuntimeException foreign) {
            return false;
        } finally {
            ASKING.remove();
        }
    }

    /** 0: the transaction manager's time-out alone counts. */
    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    /** Refused: the transaction manager's time-out alone counts. */
    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }

    @Override
    public String toString() {
        return "Narabi XAResource" + session.map(s -> "").orElse(" (recovery)");
    }

    private EngineSession session(String what, Xid xid) throws XAException {
        return session.orElseThrow(() -> failure(
                XAException.XAER_PROTO,
                "XA " + what + " of branch " + describe(xid)
                        + " on a resource that is for recovery only: work needs one of a session",
                null));
    }

    private static void call(String what, Xid xid, Runnable action) throws XAException {
        try {
            action.run();
        } catch (EngineXaException | EngineException refused) {
            throw translate(what, describe(xid), refused);
        }
    }

    private static <T> T await(String what, Xid xid, Call<T> action) throws XAException {
        try {
            return action.begin().toCompletableFuture().join();
        } catch (EngineXaException | EngineException refused) {
            throw translate(what, describe(xid), refused);
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw translate(what, describe(xid), cause);
            }
            throw translate(what, describe(xid), failed);
        }
    }

    /**
     * For what decides the branch. Refused for want of space, nothing was written, and the transaction manager learns that it was rolled
     * back; it will not ask for that again, so it is done here.
     */
    private <T> T awaitOrRollBack(String what, Xid xid, Call<T> action) throws XAException {
        try {
            return await(what, xid, action);
        } catch (XAException failed) {
            if (failed.getCause() instanceof EngineException refused && refused.reason() == Reason.RESOURCES) {
                rollback(xid);
                throw failure(XAException.XA_RBROLLBACK, failed.getMessage() + " (rolled back)", refused);
            }
            throw failed;
        }
    }

    private static XAException translate(String what, String branch, RuntimeException cause) {
        return failure(errorCode(cause), "XA " + what + " of branch " + branch + ": " + cause.getMessage(), cause);
    }

    /**
     * Where the engine is gone, cannot write now, or does not know how a write ended, the transaction manager has to ask again later:
     * XAER_RMFAIL.
     */
    private static int errorCode(RuntimeException cause) {
        if (cause instanceof EngineXaException xa) {
            return xa.errorCode();
        }
        if (!(cause instanceof EngineException engine)) {
            return XAException.XAER_RMERR;
        }
        return switch (engine.reason()) {
            case UNAVAILABLE, OUTCOME_UNKNOWN, RESOURCES -> XAException.XAER_RMFAIL;
            case ILLEGAL_STATE -> XAException.XAER_PROTO;
            case INVALID_ARGUMENT -> XAException.XAER_INVAL;
            case ROLLED_BACK -> XAException.XA_RBROLLBACK;
            default -> XAException.XAER_RMERR;
        };
    }

    private static XAException failure(int code, String message, @Nullable Throwable cause) {
        XAException failure = new XAException(message);
        failure.errorCode = code;
        failure.initCause(cause);
        return failure;
    }

    private static boolean sameBranch(Xid one, Xid other) {
        return one.getFormatId() == other.getFormatId()
                && Arrays.equals(one.getGlobalTransactionId(), other.getGlobalTransactionId())
                && Arrays.equals(one.getBranchQualifier(), other.getBranchQualifier());
    }

    private static String describe(Xid xid) {
        HexFormat hex = HexFormat.of();
        return xid.getFormatId() + ":" + hex.formatHex(xid.getGlobalTransactionId()) + ":"
                + hex.formatHex(xid.getBranchQualifier());
    }

    /** Begins something that ends later. */
    private interface Call<T> {
        CompletionStage<T> begin();
    }
}
