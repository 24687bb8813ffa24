package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Phase;
import java.util.List;
import java.util.function.Predicate;

/** Consumers that come and go, and what that changes for lanes: who wants what, and what stays reserved. */
final class Selectors {

    private final Parts parts;

    Selectors(Parts parts) {
        this.parts = parts;
    }

    /** A class of consumers that was not there before. */
    SelectorClass open(Predicate<LogEntry> wants) {
        // The class that stayed when its last consumer left makes place.
        for (SelectorClass selector : List.copyOf(parts.classes.all())) {
            if (selector.consumers == 0) {
                parts.classes.remove(selector);
            }
        }
        SelectorClass opened = parts.classes.add(wants, parts.frontier.singlesKnown());
        // What was passed over gets its place back before anything is decided about what comes behind it.
        parts.frontier.lookAgain();
        parts.frontier.catchUp();
        parts.table.lanes().forEach(parts.keeper::look);
        return opened;
    }

    /** The consumer leaves. */
    void leave(ConsumerState consumer) {
        giveBack(consumer, false);
        parts.consumers.remove(consumer);
        consumer.session.letGo(parts.classes);
        SelectorClass selector = consumer.selector;
        if (selector.consumers == 0 && parts.classes.all().size() > 1) {
            parts.classes.remove(selector);
            parts.table.lanes().forEach(parts.keeper::look);
        } else {
            consumer.session.staying.all().forEach(parts.keeper::look);
        }
        parts.signals.lookFor(consumer.session);
    }

    /** Takes back what is reserved for the consumer. */
    void giveBack(ConsumerState consumer, boolean looseOnly) {
        for (Item item : consumer.reservations.toArray(new Item[0])) {
            if (item.phase == Phase.LOOSE || (!looseOnly && item.reserved())) {
                Lane lane = item.lane;
                parts.keeper.takeBack(lane, item.sequence(), true);
                parts.keeper.look(lane);
            }
        }
    }
}
