package io.narabi.broker;

import io.narabi.broker.lane.ConsumerHandle;
import io.narabi.broker.lane.Reservation;
import io.narabi.engine.Claim;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A consumer of the embedded engine. It holds at most the reservations that were claimed: nothing is prefetched in the same JVM. */
final class BrokerConsumer implements EngineConsumer {

    private static final AtomicLong LAST_CLAIM = new AtomicLong();

    private final BrokerSession session;
    private final Subscription subscription;
    private final ConsumerHandle handle;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Demand demand = Demand.NONE;

    /** A reservation as a claim. */
    private record FirmClaim(long id, Reservation reservation) implements Claim {}

    BrokerConsumer(BrokerSession session, Subscription subscription, Runnable signal) {
        this.session = session;
        this.subscription = subscription;
        this.handle = subscription.decide(dispatcher -> {
            ConsumerHandle added = dispatcher.add(session.owner(), 1, entry -> true);
            subscription.register(added, signal);
            return added;
        });
    }

    @Override
    public void demand(Demand wanted) {
        demand = wanted;
        updateDemand();
    }

    /** Demand counts only while the connection is started. */
    void updateDemand() {
        boolean waiting = demand != Demand.NONE && session.isStarted() && !closed.get();
        subscription.change(dispatcher -> {
            if (!closed.get()) {
                dispatcher.demand(handle, waiting);
            }
        });
    }

    @Override
    public Optional<Claim> claim() {
        if (closed.get() || !session.isStarted()) {
            return Optional.empty();
        }
        session.returned();
        Optional<Reservation> reserved = subscription.decide(dispatcher -> closed.get()
                ? Optional.<Reservation>empty()
                : dispatcher.reserve(handle, session.currentOwner()).filter(dispatcher::firm));
        return reserved.map(reservation -> new FirmClaim(LAST_CLAIM.incrementAndGet(), reservation));
    }

    @Override
    public CompletionStage<Optional<Delivery>> handOver(Claim claim) {
        try {
            return session.handOver(subscription, reservation(claim), demand == Demand.LISTENER);
        } catch (EngineException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void putBack(Claim claim) {
        subscription.change(dispatcher -> dispatcher.putBack(reservation(claim)));
    }

    private static Reservation reservation(Claim claim) {
        if (claim instanceof FirmClaim firm) {
            return firm.reservation();
        }
        throw new IllegalArgumentException("Claim " + claim.id() + " is not one of this engine");
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            session.forget(this);
            subscription.unregister(handle);
        }
    }
}
