package io.narabi.broker.lane;

import io.narabi.runtime.Clock;

/** The parts of one dispatcher, which know each other through here. */
final class Parts {

    DispatchOptions options;
    final MessageLog log;
    final DispatchEvents events;
    final Transitions transitions;
    final Timers timers;
    final BacklogStore backlogs;

    final LaneTable table = new LaneTable();
    final SelectorClasses classes = new SelectorClasses();
    final Ownership owners = new Ownership();
    final Consumers consumers;
    final DeadLetterMarks marks = new DeadLetterMarks();

    /** Lanes that are ready: nobody's, open to all that want their next message. */
    final ReadyLanes free = new ReadyLanes();
    /** Lanes reserved loosely for a session that can begin with them now. */
    final ReadyLanes fresh = new ReadyLanes();
    /** Lanes reserved loosely for a session that has something else to do first. */
    final ReadyLanes stuck = new ReadyLanes();

    final Frontier frontier;
    final LaneSurvey survey;
    final LaneKeeper keeper;
    final Signals signals;
    final Selectors selectors;

    Parts(
            DispatchOptions options,
            MessageLog log,
            DispatchEvents events,
            Clock clock,
            LogStart start,
            LaneLimits limits,
            Transitions transitions) {
        this.options = options;
        this.log = log;
        this.events = events;
        this.transitions = transitions;
        this.backlogs = new BacklogStore(
                start.index(),
                start.subscription(),
                limits,
                Math.max(start.lastSequence(), SavedFrontier.lastNumber(start)));
        this.timers = new Timers(clock, events);
        this.consumers = new Consumers(events);
        this.frontier = new Frontier(this, start.firstSequence(), start.lastSequence());
        this.survey = new LaneSurvey(this);
        this.keeper = new LaneKeeper(this);
        this.signals = new Signals(this);
        this.selectors = new Selectors(this);
    }
}
