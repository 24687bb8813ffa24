package io.narabi.broker.lane;

import io.narabi.engine.FailureCause;
import org.jspecify.annotations.Nullable;

/**
 * A message that a lane holds in memory, in one stretch of its life: pending, then perhaps reserved, then perhaps handed over. When it comes
 * back, a fresh item takes its place, so that whoever holds the old one holds something that is gone.
 */
final class Item implements Reservation, InFlight {

    enum Phase {
        PENDING,
        /** Reserved, can be withdrawn. */
        LOOSE,
        /** Reserved, stays. */
        FIRM,
        IN_FLIGHT,
        /** Being taken out: dead-lettered, expired, discarded. */
        MOVING,
        /** Exhausted, for an operator to decide. */
        STOPPED,
        /** Settled, or replaced by a fresh item. */
        GONE
    }

    /** Where a message that is being taken out goes. */
    enum Exit {
        DEAD_LETTER,
        EXPIRY,
        DISCARD
    }

    /** What is remembered of a message that came back or was decided about; few have it. */
    static final class Past {
        /** The session that it stays with while that has an open consumer for it. */
        @Nullable
        SessionState stay;

        FailureCause cause = FailureCause.of(FailureCause.Kind.CRASHED);
        /** It may not go before this {@code nanoTime}. */
        long notBefore;

        boolean waits;
        /** An operator wants it dead-lettered. */
        boolean condemned;

        int failedMoves;
        Exit exit = Exit.DEAD_LETTER;
    }

    final LogEntry entry;
    Lane lane;
    Phase phase = Phase.PENDING;
    int attempts;
    boolean doubtful;
    /** Whether it was handed over, or may have been, at any time. */
    boolean seen;

    boolean laneNew;

    @Nullable
    Past past;

    @Nullable
    Item previous;

    @Nullable
    Item next;
    /** For whom it is reserved. */
    @Nullable
    ConsumerState consumer;
    /** Whose delivery it is, in flight. */
    @Nullable
    Owner owner;
    /** In which session it was handed over; none if that was before a restart. */
    @Nullable
    SessionState session;

    private MatchSet matches = MatchSet.NONE;
    private int matchedAt = -1;

    Item(LogEntry entry, Lane lane) {
        this.entry = entry;
        this.lane = lane;
        this.attempts = entry.attempts();
        this.doubtful = entry.doubtful();
        this.seen = entry.attempts() > 0;
    }

    /** The same message, pending in the same lane. This one is gone. */
    Item renewed() {
        Item fresh = new Item(entry, lane);
        fresh.attempts = attempts;
        fresh.doubtful = doubtful;
        fresh.seen = seen;
        fresh.past = past;
        fresh.matches = matches;
        fresh.matchedAt = matchedAt;
        return fresh;
    }

    long sequence() {
        return entry.sequence();
    }

    /** Whether the log knows all that is known of it, so that it can be forgotten and read again. */
    boolean untouched() {
        return past == null && attempts == entry.attempts();
    }

    Past past() {
        Past known = past;
        if (known == null) {
            known = new Past();
            past = known;
        }
        return known;
    }

    /** Who wants it, of the classes there are now. */
    MatchSet matches(SelectorClasses classes) {
        if (matchedAt != classes.epoch()) {
            matches = classes.match(entry);
            matchedAt = classes.epoch();
        }
        return matches;
    }

    /** Remembers who wants it. */
    Item matched(MatchSet found, SelectorClasses classes) {
        matches = found;
        matchedAt = classes.epoch();
        return this;
    }

    boolean reserved() {
        return phase == Phase.LOOSE || phase == Phase.FIRM;
    }

    /** Whether it would be the lane's next if nothing stood before it. */
    boolean free() {
        return phase == Phase.PENDING || phase == Phase.MOVING || phase == Phase.STOPPED;
    }

    @Override
    public LogEntry entry() {
        return entry;
    }

    @Override
    public int attempt() {
        return attempts;
    }

    @Override
    public boolean redelivered() {
        return seen || attempts > 1;
    }

    @Override
    public boolean laneNew() {
        return laneNew;
    }

    @Override
    public String toString() {
        return "sequence " + sequence() + " " + phase;
    }
}
