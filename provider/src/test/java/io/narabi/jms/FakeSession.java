package io.narabi.jms;

import io.narabi.engine.BranchEnd;
import io.narabi.engine.BranchStart;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import io.narabi.engine.Place;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SendReceipt;
import io.narabi.engine.SessionMode;
import io.narabi.jms.FakeEngine.Op;
import io.narabi.jms.FakeQueue.Entry;
import io.narabi.jms.FakeQueue.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.Xid;

/** A session of the double. */
final class FakeSession implements EngineSession {

    final FakeEngine.FakeConnection connection;

    private final FakeEngine engine;
    private final SessionMode mode;
    private final List<FakeConsumer> consumers = new ArrayList<>();
    private final Unit own = new Unit();
    private Unit branch;
    private volatile boolean closed;

    /** A unit of work. */
    static final class Unit {
        final Map<Long, Entry> inFlight = new LinkedHashMap<>();
        final List<SendCommand> sends = new ArrayList<>();

        void giveBack() {
            inFlight.values().forEach(entry -> entry.state = State.READY);
            inFlight.clear();
            sends.clear();
        }

        void settle(FakeEngine engine) {
            inFlight.values().forEach(entry -> entry.queue.entries.remove(entry));
            inFlight.clear();
            sends.forEach(send -> engine.queue(send.destination().name()).add(send.message()));
            sends.clear();
        }
    }

    FakeSession(FakeEngine engine, FakeEngine.FakeConnection connection, SessionMode mode) {
        this.engine = engine;
        this.connection = connection;
        this.mode = mode;
    }

    Unit unit() {
        return branch == null ? own : branch;
    }

    private boolean inTransaction() {
        return mode == SessionMode.TRANSACTED || branch != null;
    }

    private void check() {
        connection.check();
        if (closed) {
            throw new EngineException(Reason.ILLEGAL_STATE, "The fake session is closed");
        }
    }

    @Override
    public CompletionStage<SendReceipt> send(SendCommand command) {
        check();
        engine.log("send " + FakeQueue.text(command.message()));
        Unit unit = unit();
        boolean later = inTransaction();
        return engine.run(Op.SEND, () -> {
            if (later) {
                unit.sends.add(command);
            } else {
                engine.queue(command.destination().name()).add(command.message());
            }
            return new SendReceipt(Place.NONE);
        });
    }

    @Override
    public EngineConsumer consume(ConsumeCommand command, Runnable signal) {
        check();
        synchronized (engine) {
            FakeConsumer consumer = new FakeConsumer(engine, this, command, signal);
            consumers.add(consumer);
            return consumer;
        }
    }

    @Override
    public CompletionStage<Void> acknowledge(List<Delivery> deliveries, boolean keepLanes) {
        check();
        engine.log("acknowledge " + texts(deliveries) + (keepLanes ? " keep" : ""));
        return engine.run(Op.ACKNOWLEDGE, () -> {
            for (Delivery delivery : deliveries) {
                Entry entry = own.inFlight.remove(delivery.id());
                if (entry == null) {
                    throw new EngineException(Reason.ILLEGAL_STATE, "Not in flight: " + delivery);
                }
                entry.queue.entries.remove(entry);
                if (keepLanes) {
                    entry.queue.keptLanes.put(entry.lane(), this);
                }
            }
            return null;
        });
    }

    private static List<String> texts(List<Delivery> deliveries) {
        return deliveries.stream().map(d -> FakeQueue.text(d.message())).toList();
    }

    @Override
    public void releaseKeptLanes() {
        engine.log("releaseKeptLanes");
        synchronized (engine) {
            engine.queues.values().forEach(queue -> queue.keptLanes.values().removeIf(s -> s == this));
        }
        engine.signalLater();
    }

    @Override
    public CompletionStage<Void> fail(List<Delivery> deliveries, FailureCause cause) {
        check();
        engine.log("fail " + texts(deliveries) + " " + cause.kind());
        return engine.run(Op.FAIL, () -> {
            for (Delivery delivery : deliveries) {
                Entry entry = own.inFlight.remove(delivery.id());
                if (entry != null) {
                    entry.state = State.READY;
                }
            }
            return null;
        });
    }

    @Override
    public CompletionStage<Void> commit() {
        check();
        engine.log("commit");
        return engine.run(Op.COMMIT, () -> {
            own.settle(engine);
            return null;
        });
    }

    @Override
    public CompletionStage<Void> rollback(FailureCause cause) {
        check();
        engine.log("rollback");
        return engine.run(Op.ROLLBACK, () -> {
            own.giveBack();
            return null;
        });
    }

    @Override
    public void startBranch(Xid xid, BranchStart start) {
        check();
        engine.log("startBranch " + start);
        synchronized (engine) {
            branch = engine.transactions.start(xid, start);
        }
        engine.signalLater();
    }

    @Override
    public void endBranch(Xid xid, BranchEnd end) {
        check();
        engine.log("endBranch " + end);
        synchronized (engine) {
            branch = null;
        }
        engine.signalLater();
    }

    @Override
    public void renew() {
        check();
        engine.log("renew");
    }

    @Override
    public CompletionStage<Void> closeAsync() {
        closed = true;
        engine.log("close");
        return engine.run(Op.CLOSE, () -> {
            consumers.forEach(FakeConsumer::close);
            own.giveBack();
            engine.queues.values().forEach(queue -> queue.keptLanes.values().removeIf(s -> s == this));
            connection.sessions.remove(this);
            return null;
        });
    }

    @Override
    public void close() {
        if (!closed) {
            closeAsync();
        }
    }
}
