package io.narabi.broker.lane;

import io.narabi.broker.lane.ConsumerState.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells consumers that wait of lanes that have become ready: at the end of each decision, when all its changes are made. */
final class Signals {

    private final Parts parts;
    /** Lanes that have become open to one consumer, or one session. */
    private final List<Lane> own = new ArrayList<>();
    /** Lanes that have become ready, and were somebody's before. */
    private final List<Lane> released = new ArrayList<>();

    Signals(Parts parts) {
        this.parts = parts;
    }

    /** The lane is open to one consumer or session. */
    void own(Lane lane) {
        own.add(lane);
    }

    /** The lane is ready. */
    void free(Lane lane) {
        if (lane.lastSession != null) {
            released.add(lane);
        }
    }

    /** What the session has to do has changed. */
    void changed(SessionState session) {
        parts.consumers.refresh(session);
    }

    /** The session's consumers are to be told of what only the session may take, if there is something. */
    void lookFor(SessionState session) {
        own.addAll(session.staying.all());
        for (ConsumerState consumer : session.consumers) {
            own.addAll(consumer.further.all());
        }
        lookFor(session.owner);
        Owner branch = session.lastUsed;
        if (branch != null) {
            lookFor(branch);
        }
    }

    private void lookFor(Owner owner) {
        OwnerLanes lanes = parts.owners.find(owner);
        if (lanes != null) {
            own.addAll(lanes.open.all());
        }
    }

    /** Tells whoever is to be told after a decision. */
    void send() {
        parts.frontier.catchUp();
        for (int i = 0; i < own.size(); i++) {
            tellOwn(own.get(i));
        }
        for (int i = 0; i < released.size(); i++) {
            tellLastSession(released.get(i));
        }
        own.clear();
        released.clear();
        List<SelectorClass> classes = parts.classes.all();
        for (int i = 0; i < classes.size(); i++) {
            tell(classes.get(i));
        }
        // Looking further for one class may have found lanes that only some session may take, or that are
        // dead-lettered.
        if (!own.isEmpty() || parts.frontier.hasToCatchUp()) {
            send();
        }
    }

    private void tellOwn(Lane lane) {
        Item next = lane.next;
        if (next == null || !lane.open.placed()) {
            return;
        }
        MatchSet matches = next.matches(parts.classes);
        ConsumerState holder = lane.holder;
        if (holder != null) {
            if (matches.contains(holder.selector)) {
                parts.consumers.tell(holder, true);
            }
            return;
        }
        SessionState session = sessionOf(lane, next, matches);
        if (session == null) {
            return;
        }
        for (ConsumerState consumer : session.consumers) {
            if (consumer.told && matches.contains(consumer.selector)) {
                return;
            }
        }
        for (ConsumerState consumer : session.consumers) {
            if (isWaiting(consumer) && matches.contains(consumer.selector)) {
                parts.consumers.tell(consumer, true);
                return;
            }
        }
    }

    private @Nullable SessionState sessionOf(Lane lane, Item next, MatchSet matches) {
        OwnerLanes owner = lane.owner;
        return owner == null ? parts.survey.staysWith(next, matches) : current(owner.session);
    }

    /** The session as it is now: it may have been without consumers in between. */
    private @Nullable SessionState current(@Nullable SessionState session) {
        return session == null ? null : parts.consumers.session(session.owner);
    }

    private static boolean isWaiting(ConsumerState consumer) {
        return consumer.standing == Standing.IDLE || consumer.standing == Standing.LATE;
    }

    /** Prefers the session that had the lane last, if it is idle now. */
    private void tellLastSession(Lane lane) {
        SessionState session = current(lane.lastSession);
        Item next = lane.next;
        if (session == null || next == null || lane.state != LaneState.READY) {
            return;
        }
        MatchSet matches = next.matches(parts.classes);
        for (ConsumerState consumer : session.consumers) {
            if (consumer.standing == Standing.IDLE
                    && matches.contains(consumer.selector)
                    && consumer.selector.told < available(consumer.selector)) {
                parts.consumers.tell(consumer, false);
                return;
            }
        }
    }

    /** Lanes of the class that a consumer could begin with at once. */
    private int available(SelectorClass selector) {
        return parts.free.count(selector) + parts.stuck.count(selector);
    }

    private void tell(SelectorClass selector) {
        if (selector.idle.size() + selector.late.size() == 0) {
            return;
        }
        int available = available(selector);
        ConsumerState idle = selector.idle.first();
        while (idle != null) {
            if (selector.told < available) {
                parts.consumers.tell(idle, false);
                idle = selector.idle.first();
            } else if (parts.frontier.advance(selector)) {
                available = available(selector);
            } else {
                break;
            }
        }
        // Those who are busy otherwise could begin no sooner than who has stuck lanes reserved.
        int free = parts.free.count(selector);
        ConsumerState late = selector.late.first();
        while (late != null) {
            if (selector.told + selector.called < free) {
                parts.consumers.tell(late, false);
                late = selector.late.first();
            } else if (parts.frontier.advance(selector)) {
                free = parts.free.count(selector);
            } else {
                break;
            }
        }
    }
}
