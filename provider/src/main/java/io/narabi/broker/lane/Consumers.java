package io.narabi.broker.lane;

import io.narabi.broker.lane.ConsumerState.Standing;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The consumers and their sessions; who waits, who is told. As many of those that wait with nothing else to do are told as there are lanes
 * for them; whoever was told and does not take, or goes, makes place for another.
 */
final class Consumers {

    private final Map<Owner, SessionState> sessions = new IdentityHashMap<>();
    private final DispatchEvents events;
    private int size;

    Consumers(DispatchEvents events) {
        this.events = events;
    }

    int size() {
        return size;
    }

    @Nullable
    SessionState session(Owner owner) {
        return sessions.get(owner);
    }

    ConsumerState add(Owner session, SelectorClass selector, int credit) {
        SessionState state = sessions.computeIfAbsent(session, SessionState::new);
        ConsumerState consumer = new ConsumerState(state, selector, credit);
        state.consumers.add(consumer);
        selector.consumers++;
        size++;
        return consumer;
    }

    /** Takes a consumer out for which nothing is reserved any more. */
    void remove(ConsumerState consumer) {
        demand(consumer, false);
        consumer.open = false;
        SessionState session = consumer.session;
        session.consumers.remove(consumer);
        consumer.selector.consumers--;
        size--;
        refresh(consumer);
        if (session.consumers.isEmpty()) {
            sessions.remove(session.owner);
        }
    }

    /** A message was reserved for the consumer. */
    void reserved(ConsumerState consumer, Item item) {
        consumer.reservations.addLast(item);
        consumer.session.reserved++;
    }

    void demand(ConsumerState consumer, boolean waiting) {
        if (consumer.demand != waiting) {
            consumer.demand = waiting;
            consumer.selector.demanding += waiting ? 1 : -1;
        }
        consumer.told = false;
        if (waiting) {
            consumer.relies = true;
            consumer.session.running = false;
        }
        refresh(consumer.session);
    }

    /** A reservation is no more. */
    void unreserved(ConsumerState consumer, Item item) {
        if (consumer.reservations.removeFirstOccurrence(item)) {
            consumer.session.reserved--;
            if (consumer.reservations.isEmpty() && !consumer.session.running) {
                consumer.relies = true;
            }
        }
    }

    /** Finds the standings of the session's consumers anew. */
    void refresh(SessionState session) {
        for (int i = 0; i < session.consumers.size(); i++) {
            refresh(session.consumers.get(i));
        }
    }

    /** Finds the consumer's standing anew. */
    void refresh(ConsumerState consumer) {
        Standing due = consumer.due();
        if (due == consumer.standing) {
            return;
        }
        SelectorClass selector = consumer.selector;
        switch (consumer.standing) {
            case IDLE -> selector.idle.remove(consumer);
            case LATE -> selector.late.remove(consumer);
            case TOLD -> selector.told--;
            case CALLED -> selector.called--;
            case OUT, OWN -> {}
        }
        consumer.standing = due;
        switch (due) {
            case IDLE -> selector.idle.addLast(consumer);
            case LATE -> selector.late.addLast(consumer);
            case TOLD -> selector.told++;
            case CALLED -> selector.called++;
            case OUT, OWN -> {}
        }
    }

    /**
     * Tells a consumer that something is ready for it, if it waits and has not been told already.
     *
     * @param own whether only it or its session may take it
     */
    void tell(ConsumerState consumer, boolean own) {
        if (consumer.standing == Standing.IDLE || consumer.standing == Standing.LATE) {
            consumer.told = true;
            consumer.toldOfOwn = own;
            refresh(consumer);
            events.ready(consumer);
        }
    }
}
