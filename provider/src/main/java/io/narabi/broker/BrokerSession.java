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
import java.util.HashSet;
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

/** A session of the embedded engine: which unit of work it is in, and what that has gathered. */
final class BrokerSession implements EngineSession {

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

    /** Subscriptions of which lanes are kept. Guarded by itself. */
    private final Set<Subscription> kept = new HashSet<>();
    /** Grows when kept lanes are given back: an acknowledgement under way from before keeps nothing. Guarded by {@link #kept}. */
    private long keeping;

    /** A session as owner of lanes. */
    private record SessionOwner(String text) implements Owner {
        @Override
        public String describe() {
            return text;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    BrokerSession(Broker broker, BrokerConnection connection, long id, SessionMode mode) {
        this.broker = broker;
        this.connection = connection;
        this.mode = mode;
        this.owner = new SessionOwner("session " + id + " of " + connection.describe());
        this.own = new Work(owner);
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

    CompletableFuture<Optional<Delivery>> handOver(Subscription subscription, Reservation reservation) {
        requireOpen();
        worker = Thread.currentThread();
        Work work = work();
        return broker.handOvers()
                .handOver(
                        subscription,
                        reservation,
                        work.owner(),
                        work::hold,
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
        List<Held> held = own.take(deliveries.stream().map(Delivery::id).toList());
        if (held.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (inTransaction()) {
            Work work = work();
            Held.bySubscription(held)
                    .forEach((subscription, some) -> subscription.change(dispatcher -> dispatcher.transfer(
                            some.stream().map(Held::inFlight).toList(), work.owner())));
            held.forEach(work::hold);
            return CompletableFuture.completedFuture(null);
        }
        Work.Contents contents = new Work.Contents(List.of(), held);
        long keepingNow = currentKeeping();
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        broker.store()
                .append(
                        new StoreUnit(contents.records()),
                        Appended.of(
                                placements -> {
                                    settled(contents, keepLanes, keepingNow);
                                    outcome.complete(null);
                                },
                                failure -> {
                                    held.forEach(own::hold);
                                    outcome.completeExceptionally(Appended.failure(
                                            "Acknowledging " + held.size() + " message(s) of "
                                                    + held.get(0).subscription().name(),
                                            failure));
                                }));
        return outcome;
    }

    private long currentKeeping() {
        synchronized (kept) {
            return keeping;
        }
    }

    private void settled(Work.Contents contents, boolean keepLanes, long since) {
        if (!keepLanes) {
            contents.settled(false);
            return;
        }
        boolean keep;
        synchronized (kept) {
            keep = keeping == since;
            if (keep) {
                contents.held().forEach(held -> kept.add(held.subscription()));
                contents.settled(true);
            }
        }
        if (!keep) {
            contents.settled(false);
        }
    }

    @Override
    public void releaseKeptLanes() {
        List<Subscription> due;
        synchronized (kept) {
            keeping++;
            due = List.copyOf(kept);
            kept.clear();
        }
        due.forEach(subscription -> subscription.change(dispatcher -> dispatcher.releaseKept(owner)));
    }

    @Override
    public CompletionStage<Void> fail(List<Delivery> deliveries, FailureCause cause) {
        List<Held> held = work().take(deliveries.stream().map(Delivery::id).toList());
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
        if (contents.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> outcome = new CompletableFuture<>();
        broker.store()
                .append(
                        new StoreUnit(contents.records()),
                        Appended.of(
                                placements -> {
                                    Staged.publish(contents.sends(), placements);
                                    contents.settled(false);
                                    outcome.complete(null);
                                },
                                failure -> {
                                    contents.failed(
                                            FailureCause.of(FailureCause.Kind.ROLLED_BACK, failure), stayWith());
                                    outcome.completeExceptionally(Appended.failure("Committing", failure));
                                }));
        return outcome;
    }

    @Override
    public CompletionStage<Void> rollback(FailureCause cause) {
        requireLocalTransaction();
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
        throw new EngineException(Reason.UNSUPPORTED, "ackTimeout comes with a later version of Narabi");
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
