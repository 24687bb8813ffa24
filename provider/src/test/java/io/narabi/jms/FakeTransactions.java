package io.narabi.jms;

import io.narabi.engine.BranchStart;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.EngineXaException;
import io.narabi.jms.FakeEngine.Op;
import io.narabi.jms.FakeSession.Unit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/** The branches of the double, by the identity that {@link TestXid} has. */
final class FakeTransactions implements EngineTransactions {

    private final FakeEngine engine;
    private final Map<Xid, Unit> branches = new LinkedHashMap<>();
    private final Set<Xid> prepared = new HashSet<>();

    FakeTransactions(FakeEngine engine) {
        this.engine = engine;
    }

    Unit start(Xid xid, BranchStart start) {
        if (start == BranchStart.NEW) {
            if (branches.containsKey(xid)) {
                throw new EngineXaException(XAException.XAER_DUPID, "Branch " + xid + " exists");
            }
            branches.put(xid, new Unit());
        }
        return branch(xid);
    }

    private Unit branch(Xid xid) {
        Unit unit = branches.get(xid);
        if (unit == null) {
            throw new EngineXaException(XAException.XAER_NOTA, "There is no branch " + xid);
        }
        return unit;
    }

    @Override
    public String resourceManager() {
        return "fake " + System.identityHashCode(engine);
    }

    @Override
    public CompletionStage<PrepareVote> prepare(Xid xid) {
        engine.log("prepare");
        return engine.run(Op.PREPARE, () -> {
            Unit unit = branch(xid);
            if (unit.inFlight.isEmpty() && unit.sends.isEmpty()) {
                branches.remove(xid);
                return PrepareVote.READ_ONLY;
            }
            prepared.add(xid);
            return PrepareVote.OK;
        });
    }

    @Override
    public CompletionStage<Void> commit(Xid xid, boolean onePhase) {
        return engine.run(Op.COMMIT, () -> {
            branch(xid).settle(engine);
            end(xid);
            return null;
        });
    }

    @Override
    public CompletionStage<Void> rollback(Xid xid) {
        return engine.run(Op.ROLLBACK, () -> {
            branch(xid).giveBack();
            end(xid);
            return null;
        });
    }

    private void end(Xid xid) {
        branches.remove(xid);
        prepared.remove(xid);
    }

    @Override
    public List<Xid> recover() {
        synchronized (engine) {
            return List.copyOf(prepared);
        }
    }

    @Override
    public void forget(Xid xid) {
        throw new EngineXaException(XAException.XAER_NOTA, "There is no branch " + xid);
    }
}
