package io.narabi.broker.lane;

import io.narabi.engine.FailureCause;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides who gets what, for one subscription (DESIGN §2.3 to §2.10). Not thread-safe: every call is made under the subscription's lock.
 */
public interface Dispatcher {

    // ---- the log ----

    /** Messages were stored: in sequence order, each call after the one before. */
    void appended(List<LogEntry> entries);

    // ---- consumers ----

    /**
     * A consumer joins.
     *
     * @param session its session
     * @param credit how many messages may be reserved for it at once, from 1
     * @param wants which messages it wants; one instance per selector class, compared by identity
     */
    ConsumerHandle add(Owner session, int credit, Predicate<LogEntry> wants);

    /** A consumer leaves: its reservations go back uncounted, firm ones too; what it was handed over stays with the owner. */
    void remove(ConsumerHandle consumer);

    /**
     * Whether the consumer is waiting for messages now. Without demand it is never told {@code ready}, and its loose reservations go back.
     * Saying {@code true} again means that its session has become idle, and may be told {@code ready} again.
     */
    void demand(ConsumerHandle consumer, boolean waiting);

    /**
     * Reserves the next message for the consumer: of the lanes that are ready and open to {@code owner}, that of the highest priority, then
     * the earliest head; then what is reserved loosely for others and could run here now. Loose: it can be withdrawn until {@link #firm}.
     *
     * <p>A consumer that got something, or has used up its credit, asks again by itself when it has dealt with that, until the answer is empty
     * (or it says that it has no demand): only then it is told {@code ready} again. A session whose consumer was handed something counts as busy until one of its
     * consumers asks again: others are told first of what is ready. A session that goes on in another unit of work asks anew, too: what it was
     * told is meant for the one it was in.
     *
     * @param owner the unit of work that the consumer's session is in now
     */
    Optional<Reservation> reserve(ConsumerHandle consumer, Owner owner);

    /** Makes a reservation firm: it stays until it is handed over, put back, or the consumer leaves. False if it is gone already. */
    boolean firm(Reservation reservation);

    /** Takes a reservation back, uncounted, and with it those of later messages of its lane. No effect if it is gone already. */
    void putBack(Reservation reservation);

    /**
     * Hands a reservation over to the owner: the attempt begins, the owner owns the lane.
     *
     * @return empty if the reservation is gone, if its message expired, if another owner holds the lane, or if an earlier message of the lane
     *     comes first (the reservation has gone back, uncounted)
     */
    Optional<InFlight> handOver(Reservation reservation, Owner owner);

    /** The hand-over did not happen after all (its record could not be written): back, uncounted. */
    void handOverFailed(InFlight delivery);

    // ---- settlement ----

    /** Passes unsettled deliveries to another unit of work: what a session was handed is acknowledged in a branch. */
    void transfer(Collection<? extends InFlight> deliveries, Owner to);

    /**
     * The deliveries were acknowledged, durably. A lane is released with the last of them, or kept for the owner. What is not in flight any
     * more is passed over in silence.
     *
     * @param keep whether the owner keeps the lanes until {@link #releaseKept}
     */
    void settled(Collection<? extends InFlight> deliveries, boolean keep);

    /** The owner gives up the lanes it keeps. */
    void releaseKept(Owner owner);

    /**
     * The deliveries' attempts failed. They are tried again, or exhausted, as the redelivery policy says. With no delay the lanes stay with
     * {@code stayWith} while it has an open consumer that wants their heads, and come back in order before anything else.
     *
     * @param deliveries in any order
     * @param stayWith the owner whose session goes on, if it does
     */
    void failed(Collection<? extends InFlight> deliveries, FailureCause cause, Optional<Owner> stayWith);

    /** The entry was moved or settled, durably, after {@link DispatchEvents#deadLetter} or {@link DispatchEvents#expired}. */
    void moved(LogEntry entry);

    /**
     * The move failed: the message stays, its lane waits and tries the move again after a while: a second, doubled each time up to a minute. A
     * head that was to be discarded is halted again.
     */
    void moveFailed(LogEntry entry);

    /**
     * After a restart: the entries belong to a prepared branch. Said before any other call; they stay the branch's until it is completed
     * with {@link #settled} or {@link #failed}. Sequences that the log does not hold any more are left out.
     */
    List<InFlight> inDoubt(List<Long> sequences, Owner branch);

    /** After a restart: the group's messages up to the sequence are to be dead-lettered ({@code DEAD_LETTER_LANE}). Said before any other call. */
    void resumeDeadLettering(String group, long untilSequence);

    // ---- operators ----

    /** Tries a halted lane's head again, counting anew. False if no such lane is halted. */
    boolean retry(String laneId);

    /** Moves a halted lane's head to the dead-letter queue. False if no such lane is halted. */
    boolean deadLetterHead(String laneId);

    /** Takes a halted lane's head out: the broker settles it as discarded, then says {@link #moved}. Empty if no such lane is halted. */
    Optional<LogEntry> discardHead(String laneId);

    /** The lanes that are not simply ready or empty, at most {@code limit}. */
    List<LaneSnapshot> lanes(int limit);

    /** Numbers for observation. */
    DispatchStatus status();

    // ---- time and options ----

    /** Time has passed: wakes what has waited long enough. */
    void tick();

    /** Options were changed on the live subscription. */
    void reconfigure(DispatchOptions options);

    /**
     * Gives the index what is known, so that whoever dispatches next need not read the log for it. This is done from time to time anyway;
     * at the end it saves the last bit.
     */
    void save();
}
