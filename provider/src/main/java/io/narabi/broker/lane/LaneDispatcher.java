package io.narabi.broker.lane;

import io.narabi.config.Unmatched;
import io.narabi.engine.FailureCause;
import io.narabi.runtime.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Dispatch by lanes. Not thread-safe: under the subscription's lock, as {@link Dispatcher} says.
 *
 * <p>What is beyond the frontier, and what no consumer wants and may be passed over, takes no memory; what waits behind a blocked lane's
 * window neither but for a few kilobytes, as long as the index takes it (else about three bytes a message). A consumer with a selector that no other open consumer has makes dispatch look again, at once, at the
 * grouped messages that were passed over.
 */
public final class LaneDispatcher implements Dispatcher {

    private final Parts parts;
    private final Reserving reserving;
    private final Settling settling;
    private final Moves moves;
    private final LaneViews views;
    private final SavedFrontier saved;

    /** Begins, with what was saved if that is given and still right. */
    public LaneDispatcher(DispatchOptions options, MessageLog log, DispatchEvents events, Clock clock, LogStart start) {
        this(options, log, events, clock, start, LaneLimits.DEFAULT, Transitions.UNSEEN);
    }

    LaneDispatcher(
            DispatchOptions options,
            MessageLog log,
            DispatchEvents events,
            Clock clock,
            LogStart start,
            LaneLimits limits,
            Transitions transitions) {
        this.parts = new Parts(options, log, events, clock, start, limits, transitions);
        this.reserving = new Reserving(parts);
        this.settling = new Settling(parts);
        this.moves = new Moves(parts);
        this.views = new LaneViews(parts);
        this.saved = new SavedFrontier(parts);
        saved.restore(start);
    }

    /** Ends a decision. */
    private void end() {
        parts.signals.send();
        saved.saveIfDue();
    }

    @Override
    public void appended(List<LogEntry> entries) {
        parts.frontier.appended(entries);
        end();
    }

    @Override
    public ConsumerHandle add(Owner session, int credit, Predicate<LogEntry> wants) {
        if (credit < 1) {
            throw new IllegalArgumentException("A consumer needs a credit of 1 at least, not " + credit);
        }
        SelectorClass selector = parts.classes.find(wants);
        if (selector == null) {
            selector = parts.selectors.open(wants);
        }
        ConsumerState consumer = parts.consumers.add(session, selector, credit);
        if (consumer.session.consumers.size() == 1) {
            parts.owners.adopt(consumer.session);
        }
        // What came back to the session, and none of its consumers wanted, may be wanted now, and comes first then.
        for (LogEntry entry : consumer.session.returned()) {
            Lane lane = parts.table.holding(entry, parts.options);
            if (lane != null) {
                parts.keeper.look(lane);
            }
        }
        end();
        return consumer;
    }

    @Override
    public void remove(ConsumerHandle consumer) {
        ConsumerState state = (ConsumerState) consumer;
        if (state.open) {
            parts.selectors.leave(state);
            end();
        }
    }

    @Override
    public void demand(ConsumerHandle consumer, boolean waiting) {
        ConsumerState state = (ConsumerState) consumer;
        if (!state.open) {
            return;
        }
        if (!waiting) {
            parts.selectors.giveBack(state, true);
        }
        parts.consumers.demand(state, waiting);
        parts.keeper.lookAtLoose(state.session);
        parts.signals.lookFor(state.session);
        end();
    }

    @Override
    public Optional<Reservation> reserve(ConsumerHandle consumer, Owner owner) {
        Optional<Reservation> reservation = reserving.reserve((ConsumerState) consumer, owner);
        end();
        return reservation;
    }

    @Override
    public boolean firm(Reservation reservation) {
        return reserving.firm((Item) reservation);
    }

    @Override
    public void putBack(Reservation reservation) {
        reserving.putBack((Item) reservation);
        end();
    }

    @Override
    public Optional<InFlight> handOver(Reservation reservation, Owner owner) {
        Optional<InFlight> delivery = reserving.handOver((Item) reservation, owner);
        end();
        return delivery;
    }

    @Override
    public void handOverFailed(InFlight delivery) {
        reserving.handOverFailed((Item) delivery);
        end();
    }

    @Override
    public void transfer(Collection<? extends InFlight> deliveries, Owner to) {
        settling.transfer(deliveries, to);
        end();
    }

    @Override
    public void settled(Collection<? extends InFlight> deliveries, boolean keep) {
        settling.settled(deliveries, keep);
        end();
    }

    @Override
    public void releaseKept(Owner owner) {
        settling.releaseKept(owner);
        end();
    }

    @Override
    public void failed(Collection<? extends InFlight> deliveries, FailureCause cause, Optional<Owner> stayWith) {
        settling.failed(deliveries, cause, stayWith);
        end();
    }

    @Override
    public void moved(LogEntry entry) {
        moves.moved(entry);
        end();
    }

    @Override
    public void moveFailed(LogEntry entry) {
        moves.moveFailed(entry);
        end();
    }

    @Override
    public List<InFlight> inDoubt(List<Long> sequences, Owner branch) {
        return settling.inDoubt(sequences, branch);
    }

    @Override
    public void resumeDeadLettering(String group, long untilSequence) {
        moves.resumeDeadLettering(group, untilSequence);
    }

    @Override
    public boolean retry(String laneId) {
        boolean done = moves.retry(laneId);
        end();
        return done;
    }

    @Override
    public boolean deadLetterHead(String laneId) {
        boolean done = moves.deadLetterHead(laneId);
        end();
        return done;
    }

    @Override
    public Optional<LogEntry> discardHead(String laneId) {
        Optional<LogEntry> head = moves.discardHead(laneId);
        end();
        return head;
    }

    @Override
    public List<LaneSnapshot> lanes(int limit) {
        return views.lanes(limit);
    }

    @Override
    public DispatchStatus status() {
        return views.status();
    }

    @Override
    public void tick() {
        parts.timers.expire(parts.keeper::look);
        end();
    }

    @Override
    public void reconfigure(DispatchOptions options) {
        DispatchOptions before = parts.options;
        if (before.order() != options.order() || before.exclusive() != options.exclusive()) {
            new Regrouping(parts).regroup(options);
        } else {
            parts.options = options;
            if (before.unmatched() == Unmatched.PASS_OVER && options.unmatched() == Unmatched.WAIT) {
                parts.frontier.lookAgain();
                parts.frontier.catchUp();
            }
            parts.table.lanes().forEach(parts.keeper::look);
        }
        end();
    }

    @Override
    public void save() {
        saved.save();
    }
}
