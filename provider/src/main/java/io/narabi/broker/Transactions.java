package io.narabi.broker;

import io.narabi.broker.tx.Branch;
import io.narabi.broker.tx.BranchEvent;
import io.narabi.broker.tx.BranchProtocolException;
import io.narabi.broker.tx.BranchState;
import io.narabi.broker.tx.BranchTable;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.EngineXaException;
import io.narabi.engine.FailureCause;
import io.narabi.runtime.Environment;
import io.narabi.store.BranchId;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Completes XA branches: their states in {@code tx}, their contents here, durably in the store. Thread-safe. */
final class Transactions implements EngineTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

    private final String resourceManager;
    private final Store store;
    private final Environment environment;
    private final BranchTable<BranchWork> table = new BranchTable<>();

    Transactions(String resourceManager, Store store, Environment environment) {
        this.resourceManager = resourceManager;
        this.store = store;
        this.environment = environment;
    }

    BranchTable<BranchWork> table() {
        return table;
    }

    /** Begins a branch for a session. */
    Branch<BranchWork> begin(Xid xid) {
        BranchId id = XidImage.toId(xid);
        Branch<BranchWork> branch = new Branch<>(id, new BranchWork(id), BranchState.ACTIVE);
        if (!table.add(branch)) {
            throw new EngineXaException(
                    XAException.XAER_DUPID,
                    branch + " exists already: start it with TMJOIN or TMRESUME, or complete it");
        }
        branch.work().watch(new AckWatch(environment, branch.work().work(), () -> fence(branch)));
        return branch;
    }

    /** Its deliveries were not settled in time: it can only be rolled back. One that has ended is the transaction manager's to complete. */
    private static void fence(Branch<BranchWork> branch) {
        if (branch.fireIfAllowed(BranchEvent.FENCE)) {
            LOG.warn(
                    "{} was not completed within the ackTimeout of what it was delivered; it can only be rolled back",
                    branch);
        }
    }

    Branch<BranchWork> find(Xid xid) {
        BranchId id = XidImage.toId(xid);
        return table.find(id)
                .orElseThrow(() -> new EngineXaException(
                        XAException.XAER_NOTA,
                        "XA branch " + id + " is not known here: it was completed, or never began"));
    }

    /** Runs a step of the protocol; what it does not allow is XAER_PROTO. */
    static <T extends Object> T protocol(Supplier<T> step) {
        try {
            return step.get();
        } catch (BranchProtocolException e) {
            throw new EngineXaException(XAException.XAER_PROTO, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String resourceManager() {
        return resourceManager;
    }

    @Override
    public CompletionStage<PrepareVote> prepare(Xid xid) {
        return staged(() -> {
            Branch<BranchWork> branch = find(xid);
            refuseRollbackOnly(branch);
            if (branch.work().isEmpty()) {
                protocol(() -> branch.fire(BranchEvent.READ_ONLY));
                table.remove(branch);
                return CompletableFuture.completedFuture(PrepareVote.READ_ONLY);
            }
            protocol(() -> branch.fire(BranchEvent.PREPARE));
            Work.Contents contents = branch.work().freeze();
            return Appended.to(
                    store,
                    StoreUnit.of(new StoreRecord.Prepare(branch.id(), contents.records())),
                    placements -> {
                        branch.fire(BranchEvent.DONE);
                        return PrepareVote.OK;
                    },
                    failure -> {
                        branch.fire(BranchEvent.FAILED);
                        return unwritten(branch, "prepared", failure);
                    });
        });
    }

    @Override
    public CompletionStage<Void> commit(Xid xid, boolean onePhase) {
        return staged(() -> {
            Branch<BranchWork> branch = find(xid);
            if (!onePhase) {
                protocol(() -> branch.fire(BranchEvent.COMMIT));
                return complete(
                        branch, new StoreUnit(List.of(new StoreRecord.CommitBranch(branch.id()))), BranchEvent.FAILED);
            }
            refuseRollbackOnly(branch);
            protocol(() -> branch.fire(BranchEvent.COMMIT_ONE_PHASE));
            Work.Contents contents = branch.work().freeze();
            if (contents.isEmpty()) {
                branch.fire(BranchEvent.DONE);
                table.remove(branch);
                return CompletableFuture.completedFuture(null);
            }
            return complete(branch, new StoreUnit(contents.records()), BranchEvent.FAILED_ONE_PHASE);
        });
    }

    private CompletableFuture<Void> complete(Branch<BranchWork> branch, StoreUnit unit, BranchEvent onFailure) {
        return Appended.done(
                store,
                unit,
                placements -> {
                    branch.fire(BranchEvent.DONE);
                    table.remove(branch);
                    branch.work().committed(placements);
                },
                failure -> {
                    branch.fire(onFailure);
                    return unwritten(branch, "committed", failure);
                });
    }

    @Override
    public CompletionStage<Void> rollback(Xid xid) {
        return staged(() -> {
            Branch<BranchWork> branch = find(xid);
            boolean prepared = branch.state() == BranchState.PREPARED;
            branch.work().stillRunning(branch.associations());
            branch.fireIfAllowed(BranchEvent.FENCE);
            protocol(() -> branch.fire(BranchEvent.ROLLBACK));
            if (!prepared) {
                rolledBack(branch);
                return CompletableFuture.completedFuture(null);
            }
            return Appended.done(
                    store,
                    StoreUnit.of(new StoreRecord.RollbackBranch(branch.id())),
                    placements -> rolledBack(branch),
                    failure -> {
                        branch.fire(BranchEvent.FAILED);
                        return unwritten(branch, "rolled back", failure);
                    });
        });
    }

    private void rolledBack(Branch<BranchWork> branch) {
        branch.fire(BranchEvent.DONE);
        table.remove(branch);
        branch.work().rolledBack(FailureCause.of(FailureCause.Kind.ROLLED_BACK));
    }

    @Override
    public List<Xid> recover() {
        return table.prepared().stream().<Xid>map(XidImage::new).toList();
    }

    @Override
    public void forget(Xid xid) {
        throw new EngineXaException(
                XAException.XAER_NOTA,
                "XA branch " + XidImage.toId(xid) + " was not completed heuristically: there is nothing to forget");
    }

    private void refuseRollbackOnly(Branch<BranchWork> branch) {
        if (branch.state() == BranchState.ROLLBACK_ONLY) {
            branch.fire(BranchEvent.ROLLBACK);
            rolledBack(branch);
            throw new EngineXaException(XAException.XA_RBROLLBACK, branch + " had failed and was rolled back");
        }
    }

    /**
     * The branch is what it was before. Only a store that refuses is an error; one that cannot be written, or does not know, can be asked
     * again.
     */
    private static RuntimeException unwritten(Branch<BranchWork> branch, String what, StoreException failure) {
        if (failure.reason() == StoreException.Reason.REFUSED) {
            return new EngineXaException(
                    XAException.XAER_RMERR,
                    branch + " could not be " + what + ": " + failure.getMessage() + ". It can be rolled back",
                    failure);
        }
        return Appended.failure(branch + " can be tried again: that it is " + what, failure);
    }

    private static <T extends Object> CompletionStage<T> staged(Supplier<CompletableFuture<T>> step) {
        try {
            return step.get();
        } catch (EngineXaException e) {
            return CompletableFuture.failedFuture(e);
        } catch (BranchProtocolException e) {
            return CompletableFuture.failedFuture(
                    new EngineXaException(XAException.XAER_PROTO, String.valueOf(e.getMessage()), e));
        }
    }
}
