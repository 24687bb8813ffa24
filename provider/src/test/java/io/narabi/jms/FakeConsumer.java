package io.narabi.jms;

import io.narabi.engine.Claim;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.Place;
import io.narabi.jms.FakeEngine.Op;
import io.narabi.jms.FakeQueue.Entry;
import io.narabi.jms.FakeQueue.State;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A consumer of the double. */
final class FakeConsumer implements EngineConsumer {

    final Runnable signal;
    volatile Demand demand = Demand.NONE;
    volatile boolean ended;

    private final FakeEngine engine;
    private final FakeSession session;
    private final ConsumeCommand command;
    private final FakeQueue queue;

    private record FakeClaim(long id, Entry entry) implements Claim {}

    FakeConsumer(FakeEngine engine, FakeSession session, ConsumeCommand command, Runnable signal) {
        this.engine = engine;
        this.session = session;
        this.command = command;
        this.signal = signal;
        this.queue = engine.queue(command.subscription().destination().name());
        queue.consumers.add(this);
    }

    @Override
    public void demand(Demand newDemand) {
        demand = newDemand;
        engine.signalLater();
    }

    @Override
    public Optional<Claim> claim() {
        session.connection.check();
        engine.claims.incrementAndGet();
        synchronized (engine) {
            if (!session.connection.started || ended) {
                return Optional.empty();
            }
            Optional<Entry> next = queue.next(session.unit(), session);
            next.ifPresent(entry -> entry.state = State.CLAIMED);
            return next.map(entry -> new FakeClaim(engine.numbers.incrementAndGet(), entry));
        }
    }

    @Override
    public CompletionStage<Optional<Delivery>> handOver(Claim claim) {
        Entry entry = ((FakeClaim) claim).entry();
        engine.log("handOver " + entry.text());
        return engine.run(Op.HAND_OVER, () -> {
            entry.state = State.IN_FLIGHT;
            entry.owner = session.unit();
            entry.attempts++;
            long id = engine.numbers.incrementAndGet();
            session.unit().inFlight.put(id, entry);
            return Optional.of(new Delivery(
                    id,
                    command.subscription(),
                    entry.message,
                    entry.attempts,
                    entry.attempts > 1,
                    new Place(0, entry.sequence - 1, entry.sequence),
                    Set.of()));
        });
    }

    @Override
    public void putBack(Claim claim) {
        synchronized (engine) {
            ((FakeClaim) claim).entry().state = State.READY;
        }
        engine.signalLater();
    }

    @Override
    public boolean isClosed() {
        return ended;
    }

    @Override
    public void close() {
        synchronized (engine) {
            queue.consumers.remove(this);
            ended = true;
        }
        engine.signalLater();
    }
}
