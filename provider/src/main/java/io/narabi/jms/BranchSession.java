package io.narabi.jms;

import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SendReceipt;
import java.util.List;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.Xid;

/**
 * What an XA session's XAResource sees of the engine session: the same, but the JMS session learns of its branches, as what it receives
 * within one must not be acknowledged by itself.
 */
final class BranchSession implements EngineSession {

    private final SessionCore session;
    private final EngineSession engine;

    BranchSession(SessionCore session) {
        this.session = session;
        this.engine = session.engine();
    }

    private void branch(boolean entered) {
        if (session.acknowledger() instanceof XaAcknowledger xa) {
            xa.branch(entered);
        }
    }

    @Override
    public void startBranch(Xid xid, BranchStart mode) {
        // Not within the exclusive part: what it flushes takes the acknowledger's lock, which comes first.
        branch(true);
        try {
            session.exclusively(() -> engine.startBranch(xid, mode));
        } catch (RuntimeException e) {
            branch(false);
            throw e;
        }
    }

    @Override
    public void endBranch(Xid xid, BranchEnd mode) {
        session.exclusively(() -> engine.endBranch(xid, mode));
        branch(false);
    }

    @Override
    public CompletionStage<SendReceipt> send(SendCommand command) {
        return engine.send(command);
    }

    @Override
    public EngineConsumer consume(ConsumeCommand command, Runnable signal) {
        return engine.consume(command, signal);
    }

    @Override
    public CompletionStage<Void> acknowledge(List<Delivery> deliveries, boolean keepLanes) {
        return engine.acknowledge(deliveries, keepLanes);
    }

    @Override
    public void releaseKeptLanes() {
        engine.releaseKeptLanes();
    }

    @Override
    public CompletionStage<Void> fail(List<Delivery> deliveries, FailureCause cause) {
        return engine.fail(deliveries, cause);
    }

    @Override
    public CompletionStage<Void> commit() {
        return engine.commit();
    }

    @Override
    public CompletionStage<Void> rollback(FailureCause cause) {
        return engine.rollback(cause);
    }

    @Override
    public void renew() {
        engine.renew();
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        return engine.closeAsync();
    }

    @Override
    public void close() {
        engine.close();
    }
}
