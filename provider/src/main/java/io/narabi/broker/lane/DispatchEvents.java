package io.narabi.broker.lane;

import io.narabi.engine.FailureCause;

/**
 * What dispatch asks of the broker. Called under the subscription's lock: implementations queue work and return; they do not call the
 * dispatcher back from within.
 */
public interface DispatchEvents {

    /** The consumer has demand, and {@link Dispatcher#reserve} would find something for it now. */
    void ready(ConsumerHandle consumer);

    /** A reservation was taken back for another consumer, uncounted. Never one that is firm. */
    void withdrawn(Reservation reservation);

    /** Move the entry to the dead-letter queue; then say {@link Dispatcher#moved} or {@link Dispatcher#moveFailed}. */
    void deadLetter(LogEntry entry, int attempts, FailureCause cause);

    /** The entry has expired; settle it (to the expiry queue); then say {@link Dispatcher#moved} or {@link Dispatcher#moveFailed}. */
    void expired(LogEntry entry);

    /** A DEAD_LETTER_LANE lane will dead-letter all up to {@code untilSequence}: to be remembered durably. */
    void laneDeadLettering(String group, long untilSequence);

    /** A lane has come to a halt: to be logged. */
    void halted(String group, LogEntry head, int attempts, FailureCause cause);

    /** Ask for {@link Dispatcher#tick} at this {@code nanoTime}, or sooner. */
    void wakeAt(long nanoTime);
}
