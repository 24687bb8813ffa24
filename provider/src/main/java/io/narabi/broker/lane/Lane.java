package io.narabi.broker.lane;

import io.narabi.broker.lane.Item.Phase;
import org.jspecify.annotations.Nullable;

/**
 * One lane: its messages in order of sequence, a window of them in memory, the rest as a backlog. Holds what is known and keeps the counts;
 * decides nothing ({@link LaneKeeper}).
 */
final class Lane {

    final LaneKey key;
    private final Tally tally;

    LaneState state = LaneState.EMPTY;
    /** Its place among the lanes that could give their next message to somebody. */
    final HeapNode open = new HeapNode(this);
    /** Its place among the lanes that are reserved loosely, if it is. */
    @Nullable
    HeapNode loose;
    /** Its place among those that wait for a time, if it does. */
    @Nullable
    HeapNode timer;

    @Nullable
    Item first;

    @Nullable
    Item last;
    /** The first that is pending, moving or stopped. */
    @Nullable
    Item firstFree;
    /** The one that stands first of those that are neither reserved nor passed over, whether it may go or not, when last looked at. */
    @Nullable
    Item front;
    /** The one that can be reserved next, as found when the lane was last looked at. */
    @Nullable
    Item next;

    int pending;
    int loosely;
    int firmly;
    int inFlight;
    int moving;
    private int stopped;

    private final PriorityCounts priorities = new PriorityCounts();

    @Nullable
    LaneBacklog backlog;

    /** Who owns what is in flight, or keeps the lane. */
    @Nullable
    OwnerLanes owner;

    boolean kept;
    /** For whom messages of it are reserved: one consumer at a time. */
    @Nullable
    ConsumerState holder;

    @Nullable
    Owner lastOwner;

    @Nullable
    SessionState lastSession;

    Lane(LaneKey key, Tally tally) {
        this.key = key;
        this.tally = tally;
    }

    int reserved() {
        return loosely + firmly;
    }

    boolean isEmpty() {
        return first == null && backlogSize() == 0;
    }

    long backlogSize() {
        LaneBacklog beyond = backlog;
        return beyond == null ? 0 : beyond.size();
    }

    /** Known messages, settled ones aside. */
    long size() {
        return backlogSize() + pending + reserved() + inFlight + moving + stopped;
    }

    /** The highest priority among what is pending, beyond the window, too; 0 if nothing is. */
    int priority() {
        LaneBacklog beyond = backlog;
        int inBacklog = beyond == null ? -1 : beyond.highestPriority();
        return Math.max(0, Math.max(priorities.highest(), inBacklog));
    }

    /** The same, with what is reserved. */
    int priorityWithReserved() {
        int highest = priority();
        for (Item item = first; item != null; item = item.next) {
            if (item.reserved()) {
                highest = Math.max(highest, item.entry.priority());
            }
        }
        return highest;
    }

    /** Whether the message is held in memory. */
    boolean contains(long sequence) {
        return find(sequence) != null;
    }

    /** The message, if it is held in memory. */
    @Nullable
    Item find(long sequence) {
        for (Item item = last; item != null && item.sequence() >= sequence; item = item.previous) {
            if (item.sequence() == sequence) {
                return item;
            }
        }
        return null;
    }

    /** Whether the message is the first of those reserved. */
    boolean isNextReserved(Item item) {
        return isSame(item, firstReserved());
    }

    @SuppressWarnings("ReferenceEquality") // items are compared by identity
    private static boolean isSame(Item one, @Nullable Item other) {
        return one == other;
    }

    /** The first message that is reserved. */
    @Nullable
    Item firstReserved() {
        int left = reserved();
        if (left == 0) {
            return null;
        }
        // As a rule what is reserved stands right before what is free: what is in flight before it can be much.
        Item free = firstFree;
        Item found = null;
        for (Item item = free == null ? last : free.previous; item != null && item.reserved(); item = item.previous) {
            found = item;
            left--;
        }
        if (left == 0) {
            return found;
        }
        Item item = first;
        while (item != null && !item.reserved()) {
            item = item.next;
        }
        return item;
    }

    /** Puts an item in at its place in the order. */
    void add(Item item) {
        Item before = last;
        while (before != null && before.sequence() > item.sequence()) {
            before = before.previous;
        }
        if (before != null && before.sequence() == item.sequence()) {
            throw new IllegalStateException(this + " holds " + item + " already");
        }
        Item after = before == null ? first : before.next;
        link(before, item);
        link(item, after);
        item.lane = this;
        count(item, 1);
        freed(item);
    }

    /** Takes an item out. It is gone. */
    void remove(Item item) {
        leaveFree(item);
        count(item, -1);
        link(item.previous, item.next);
        item.previous = null;
        item.next = null;
        item.phase = Phase.GONE;
    }

    /** Takes an item out that is settled. */
    void settle(Item item) {
        remove(item);
        Item.Past past = item.past;
        if (past != null) {
            past.stay = null;
        }
    }

    /** Puts a fresh, pending item in the place of one, which is gone. */
    Item renew(Item item) {
        Item fresh = item.renewed();
        leaveFree(item);
        count(item, -1);
        link(item.previous, fresh);
        link(fresh, item.next);
        item.phase = Phase.GONE;
        count(fresh, 1);
        freed(fresh);
        return fresh;
    }

    void changePhase(Item item, Phase phase) {
        if (phase != Phase.PENDING && phase != Phase.MOVING && phase != Phase.STOPPED) {
            leaveFree(item);
        }
        count(item, -1);
        item.phase = phase;
        count(item, 1);
        freed(item);
    }

    private void leaveFree(Item item) {
        if (firstFree == item) {
            Item following = item.next;
            while (following != null && !following.free()) {
                following = following.next;
            }
            firstFree = following;
        }
    }

    private void freed(Item item) {
        Item known = firstFree;
        if (item.free() && (known == null || item.sequence() < known.sequence())) {
            firstFree = item;
        }
    }

    private void link(@Nullable Item left, @Nullable Item right) {
        if (left == null) {
            first = right;
        } else {
            left.next = right;
        }
        if (right == null) {
            last = left;
        } else {
            right.previous = left;
        }
    }

    private void count(Item item, int by) {
        tally.entries += by;
        switch (item.phase) {
            case PENDING -> {
                pending += by;
                priorities.add(item.entry.priority(), by);
            }
            case LOOSE -> {
                loosely += by;
                tally.reserved += by;
            }
            case FIRM -> {
                firmly += by;
                tally.reserved += by;
            }
            case IN_FLIGHT -> {
                inFlight += by;
                tally.inFlight += by;
            }
            case MOVING -> {
                moving += by;
                tally.singlesMoving += key.isSingle() ? by : 0;
            }
            case STOPPED -> stopped += by;
            case GONE -> throw new IllegalStateException(item + " is gone from " + this);
        }
    }

    @Override
    public String toString() {
        return "lane " + key.id();
    }
}
