package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session: the consumers that take turns in it. */
final class SessionState {

    private static final int SMALLEST = 64;

    final Owner owner;
    final List<ConsumerState> consumers = new ArrayList<>(1);
    /** Lanes whose messages came back and stay with this session. */
    final ReadyLanes staying = new ReadyLanes();
    /** The owner that it was last handed something for. */
    @Nullable
    Owner lastUsed;
    /** Messages reserved for its consumers. */
    int reserved;
    /** A message was handed over, and none of its consumers has asked for another since. */
    boolean running;

    /** What came back and stays, and some that does no longer: a change of what it holds is remembered with the message only. */
    private final List<Item> returned = new ArrayList<>();

    private int mostReturned = SMALLEST;

    SessionState(Owner owner) {
        this.owner = owner;
    }

    /** The message came back, and stays with this session. */
    void stays(Item item) {
        Item.Past past = item.past();
        if (!isThis(past.stay)) {
            past.stay = this;
            if (returned.size() >= mostReturned) {
                returned.removeIf(one -> one.past == null || !isThis(one.past.stay));
                mostReturned = Math.max(SMALLEST, 2 * returned.size());
            }
            returned.add(item);
        }
    }

    /** What came back and stays with this session, as far as is known here. */
    List<LogEntry> returned() {
        List<LogEntry> entries = new ArrayList<>();
        for (Item item : returned) {
            Item.Past past = item.past;
            if (past != null && isThis(past.stay)) {
                entries.add(item.entry());
            }
        }
        return entries;
    }

    /** A consumer has left: what none of those that remain wants stays no longer. */
    void letGo(SelectorClasses classes) {
        returned.removeIf(item -> {
            Item.Past past = item.past;
            if (past == null || !isThis(past.stay)) {
                return true;
            }
            boolean stays = wants(item.matches(classes));
            if (!stays) {
                past.stay = null;
            }
            return !stays;
        });
    }

    @SuppressWarnings("ReferenceEquality") // a session has one state at a time
    private boolean isThis(@Nullable SessionState other) {
        return other == this;
    }

    /** Whether it has nothing to do as far as is known here. */
    boolean isIdle() {
        return !running && reserved == 0;
    }

    /** Whether an open consumer wants what the set wants. */
    boolean wants(MatchSet matches) {
        for (ConsumerState consumer : consumers) {
            if (matches.contains(consumer.selector)) {
                return true;
            }
        }
        return false;
    }
}
