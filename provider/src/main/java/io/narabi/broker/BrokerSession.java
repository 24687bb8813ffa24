package io.narabi.broker;

import io.narabi.broker.lane.Owner;
import io.narabi.broker.lane.Reservation;
import io.narabi.broker.tx.Branch;
import io.narabi.broker.tx.BranchState;
import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaException;
import io.narabi.engine.FailureCause;
import io.narabi.engine.Place;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SendReceipt;
import io.narabi.engine.SessionMode;
import io.narabi.engine.SubscriptionName;
import io.narabi.store.StoreUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session of the embedded engine: which unit of work it is in, and what that has gathered. */
final class BrokerSession implements EngineSession {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerSession.class);

    private final Broker broker;
    private final BrokerConnection connection;
    private final SessionMode mode;
    private final SessionOwner owner;
    /** The unit of work outside branches: the local transaction, or what is not acknowledged yet. */
    private final Work own;

    private final SendChains chains = new SendChains();
    private final Set<BrokerConsumer> consumers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    /** The branch that the session is associated with. Written by the session's thread or the transaction manager's. */
    private volatile @Nullable Branch<BranchWork> branch;
    /** The branch that was ended by another thread while the application still worked for it. */
    private volatile @Nullable Branch<BranchWork> leftBehind;
    /** The thread that messages were last handed over to. */
    private volatile @Nullable Thread worker;

    private final KeptLanes kept;
    private final SessionFence fence = new SessionFence();
    private final AckWatch watch;

    BrokerSession(Broker broker, BrokerConnection connection, long id, SessionMode mode) {
        this.broker = broker;
        this.connection = connection;
        this.mode = mode;
        this.owner = new SessionOwner("session " + id + " of " + connection.describe());
        this.own = new Work(owner);
        this.kept = new KeptLanes(owner, broker.environment());
        this.watch = new AckWatch(broker.environment(), own, this::fence);
    }

    Owner owner() {
        return owner;
    }

    /** Who will own what is handed over now. */
    Owner currentOwner() {
        return work().owner();
    }

    boolean isStarted() {
        return connection.isStarted();
    }

    void forget(BrokerConsumer consumer) {
        consumers.remove(consumer);
    }

    void updateDemand() {
        consumers.forEach(BrokerConsumer::updateDemand);
    }

    private Work work() {
        Branch<BranchWork> current = branch;
        return current == null ? own : current.work().work();
    }

    private Optional<AckWatch> watchOf(@Nullable Branch<BranchWork> unit) {
        return unit == null ? Optional.of(watch) : unit.work().watch();
    }

    private static void hold(Work work, Optional<AckWatch> watch, Held held) {
        work.hold(held);
        watch.ifPresent(some -> some.handedOver(held));
    }

    private boolean inTransaction() {
        return mode == SessionMode.TRANSACTED || branch != null;
    }

    private void requireOpen() {
        if (closed.get()) {
            throw new EngineException(Reason.ILLEGAL_STATE, "The session is closed");
        }
        broker.requireOpen();
        Branch<BranchWork> current = branch;
        if (leftBehind != null || (current != null && isFenced(current))) {
            throw new EngineException(
                    Reason.ROLLED_BACK,
                    "The transaction was rolled back while its work was still running: let the call return, it will be delivered again");
        }
    }

    private static boolean isFenced(Branch<BranchWork> branch) {
        return switch (branch.state()) {
            case ROLLBACK_ONLY, ROLLING_BACK, ENDED -> true;
            case ACTIVE, IDLE, PREPARING, PREPARED, COMMITTING -> false;
        };
    }

    @Override
    public CompletionStage<SendReceipt> send(SendCommand command) {
        try {
            requireOpen();
            Staged staged = broker.sendPath().stage(command);
            if (!inTransaction()) {
                return broker.sendPath().store(staged, chains);
            }
            work().send(staged);
            return CompletableFuture.completedFuture(new SendReceipt(Place.NONE));
        } catch (EngineException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public EngineConsumer consume(ConsumeCommand command, Runnable signal) {
        requireOpen();
        if (!(command.subscription() instanceof SubscriptionName.OfQueue)) {
            throw new EngineException(
                    Reason.UNSUPPORTED,
                    "Topics come with a later version of Narabi: cannot consume from "
                            + command.subscription().destination());
        }
        if (command.selector().filter(text -> !text.isBlank()).isPresent()) {
            throw new EngineException(
                    Reason.UNSUPPORTED,
                    "Selectors come with a later version of Narabi: cannot consume from "
                            + command.subscription().destination() + " with one");
        }
        Subscription subscription = broker.destinations()
                .resolve(command.subscription().destination())
                .ownSubscription();
        BrokerConsumer consumer = new BrokerConsumer(this, subscription, signal);
        consumers.add(consumer);
        return consumer;
    }

    /** The session's thread is back for more: whatever the application did for an earlier branch is over. */
    void returned() {
        fence.returned();
        Branch<BranchWork> before = leftBehind;
        if (before != null) {
            leftBehind = null;
            before.work().returned();
        }
        Branch<BranchWork> current = branch;
        if (current != null && current.state() == BranchState.ENDED) {
            branch = null;
            current.work().returned();
        }
    }

    CompletableFuture<Optional<Delivery>> handOver(
            Subscription subscription, Reservation reservation, boolean toListener) {
        requireOpen();
        worker = Thread.currentThread();
        fence.handedOver(toListener);
        Branch<BranchWork> current = branch;
        Work work = current == null ? own : current.work().work();
        Optional<AckWatch> ofUnit = watchOf(current);
        return broker.handOvers()
                .handOver(
                        subscription,
                        reservation,
                        work.owner(),
                        held -> hold(work, ofUnit, held),
                        held -> work.take(List.of(held.delivery())))
                .thenApply(delivery -> delivery.filter(handed -> isStillOpenFor(work, handed)));
    }

    /** What was handed over while the session was being closed goes back: the close has not seen it. */
    private boolean isStillOpenFor(Work work, Delivery delivery) {
        if (closed.get() && work == own) {
            List<Held> late = own.take(List.of(delivery.id()));
            new Work.Contents(List.of(), late).failed(FailureCause.of(FailureCause.Kind.CLOSED), Optional.empty());
            return late.isEmpty();
        }
        return true;
    }

    @Override
    public CompletionStage<Void> acknowledge(List<Delivery> deliveries, boolean keepLanes) {
        List<Long> ids = deliveries.stream().map(Delivery::id).toList();
        List<Held> held = own.take(ids);
        if (fence.tellLost(ids)) {
            new Work.Contents(List.of(), held).failed(FailureCause.of(FailureCause.Kind.RECOVERED), stayWith());
            return CompletableFuture.failedFuture(SessionFence.lostDeliveries(ids.size()));
        }
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (inTransaction()) {
            Branch<BranchWork> current = branch;
            Work work = work();
            Held.bySubscription(held)
                    .forEach((subscription, some) -> subscription.change(dispatcher -> dispatcher.transfer(
                            some.stream().map(Held::inFlight).toList(), work.owner())));
            held.forEach(one -> hold(work, watchOf(current), one));
            return CompletableFuture.completedFuture(null);
        }
        Work.Contents contents = new Work.Contents(List.of(), held);
        long keepingNow = kept.current();
        return Appended.done(
                broker.store(),
                new StoreUnit(contents.records()),
                placements -> {
                    if (keepLanes) {
                        kept.settled(contents, keepingNow);
                    } else {
                        contents.settled(false);
                    }
                },
                failure -> {
                    held.forEach(one -> hold(own, Optional.of(watch), one));
                    return Appended.failure(
                            "Acknowledging " + held.size() + " message(s) of "
                                    + held.get(0).subscription().name(),
                            failure);
                });
    }

    @Override
    public void releaseKeptLanes() {
        kept.release();
    }

    @Override
    public CompletionStage<Void> fail(List<Delivery> deliveries, FailureCause cause) {
        List<Long> ids = deliveries.stream().map(Delivery::id).toList();
        List<Held> held = work().take(ids);
        fence.tellLost(ids);
        new Work.Contents(List.of(), held).failed(cause, stayWith());
        return CompletableFuture.completedFuture(null);
    }

    /** Lanes stay with a session that goes on; what an XA branch had goes to whoever is free. */
    private Optional<Owner> stayWith() {
        return closed.get() || mode == SessionMode.XA ? Optional.empty() : Optional.of(owner);
    }

    @Override
    public CompletionStage<Void> commit() {
        requireLocalTransaction();
        Work.Contents contents = own.takeAll();
        if (fence.tellRollbackOnly()) {
            contents.failed(FailureCause.of(FailureCause.Kind.ROLLED_BACK), stayWith());
            return CompletableFuture.failedFuture(SessionFence.lostTransaction());
        }
        if (contents.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return Appended.done(
                broker.store(),
                new StoreUnit(contents.records()),
                placements -> {
                    Staged.publish(contents.sends(), placements);
                    contents.settled(false);
                },
                failure -> {
                    contents.failed(FailureCause.of(FailureCause.Kind.ROLLED_BACK, failure), stayWith());
                    return Appended.failure("Committing", failure);
                });
    }

    @Override
    public CompletionStage<Void> rollback(FailureCause cause) {
        requireLocalTransaction();
        fence.tellRollbackOnly();
        own.takeAll().failed(cause, stayWith());
        return CompletableFuture.completedFuture(null);
    }

    private void requireLocalTransaction() {
        requireOpen();
        if (mode != SessionMode.TRANSACTED) {
            throw new EngineException(Reason.ILLEGAL_STATE, "The session has no local transaction");
        }
    }

    @Override
    public void startBranch(Xid xid, BranchStart start) {
        returned();
        worker = Thread.currentThread();
        if (branch != null) {
            throw new EngineXaException(
                    XAException.XAER_PROTO, "The session is in " + branch + " already: end that first");
        }
        if (mode != SessionMode.XA || closed.get()) {
            throw new EngineXaException(XAException.XAER_RMFAIL, "The session is closed, or not an XA session");
        }
        switch (start) {
            case NEW -> branch = broker.transactions().begin(xid);
            case JOIN -> {
                Branch<BranchWork> known = broker.transactions().find(xid);
                Transactions.protocol(() -> {
                    known.join();
                    return known;
                });
                branch = known;
            }
            case RESUME -> branch = broker.transactions().find(xid);
        }
    }

    @Override
    public void endBranch(Xid xid, BranchEnd end) {
        Branch<BranchWork> current = branch;
        if (current != null && current.id().equals(XidImage.toId(xid)) && current.state() == BranchState.ENDED) {
            returned();
            throw new EngineXaException(XAException.XA_RBROLLBACK, current + " was rolled back");
        }
        Branch<BranchWork> known = broker.transactions().find(xid);
        if (current != null && current != known) {
            throw new EngineXaException(XAException.XAER_PROTO, "The session is in " + current + ", not in " + known);
        }
        if (end == BranchEnd.SUSPEND) {
            branch = null;
            return;
        }
        Thread handed = worker;
        if (current != null && handed != null && handed != Thread.currentThread()) {
            known.work().stillRunning(1);
            leftBehind = known;
        }
        branch = null;
        Transactions.protocol(() -> {
            known.end(end == BranchEnd.SUCCESS);
            return known;
        });
    }

    @Override
    public void renew() {
        requireOpen();
        watchOf(branch).ifPresent(AckWatch::renew);
        kept.renew();
    }

    /** The session's own unit of work was not settled in time. */
    private void fence() {
        Work.Contents contents = own.takeAll();
        if (!contents.isEmpty()) {
            LOG.warn(
                    "{} did not settle {} message(s) within ackTimeout, the first of {}: they are delivered again",
                    owner.describe(),
                    contents.held().size(),
                    contents.held().get(0).subscription().name());
            fence.fence(contents, mode == SessionMode.TRANSACTED);
        }
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        if (closed.compareAndSet(false, true)) {
            List.copyOf(consumers).forEach(BrokerConsumer::close);
            own.takeAll().failed(FailureCause.of(FailureCause.Kind.CLOSED), Optional.empty());
            releaseKeptLanes();
            returned();
            connection.forget(this);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        closeAsync().toCompletableFuture().join();
    }
}
