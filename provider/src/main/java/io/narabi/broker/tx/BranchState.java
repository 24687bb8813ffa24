package io.narabi.broker.tx;

import static io.narabi.broker.tx.BranchEvent.*;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The states of an XA branch, and what leads from one to another (X/Open XA, JTA {@code XAResource}). */
public enum BranchState {
    /** Associated with at least one session, or suspended by it. */
    ACTIVE,
    /** All associations have ended well. */
    IDLE,
    /** An association ended with TMFAIL, or the branch was fenced: it can only be rolled back. */
    ROLLBACK_ONLY,
    /** Its prepare record is being written. */
    PREPARING,
    /** Prepared, durably. */
    PREPARED,
    /** Its commit is being written. */
    COMMITTING,
    /** Its rollback is being written. */
    ROLLING_BACK,
    /** Completed; no longer in the table. */
    ENDED;

    private static final Map<BranchState, Map<BranchEvent, BranchState>> TABLE = new EnumMap<>(BranchState.class);

    static {
        on(ACTIVE, JOIN, ACTIVE);
        on(ACTIVE, END_LAST, IDLE);
        on(ACTIVE, END_FAILED, ROLLBACK_ONLY);
        on(ACTIVE, FENCE, ROLLBACK_ONLY);
        on(IDLE, JOIN, ACTIVE);
        on(IDLE, PREPARE, PREPARING);
        on(IDLE, COMMIT_ONE_PHASE, COMMITTING);
        on(IDLE, ROLLBACK, ROLLING_BACK);
        on(IDLE, READ_ONLY, ENDED);
        on(ROLLBACK_ONLY, END_LAST, ROLLBACK_ONLY);
        on(ROLLBACK_ONLY, END_FAILED, ROLLBACK_ONLY);
        on(ROLLBACK_ONLY, ROLLBACK, ROLLING_BACK);
        on(PREPARING, DONE, PREPARED);
        on(PREPARING, FAILED, IDLE);
        on(PREPARED, COMMIT, COMMITTING);
        on(PREPARED, ROLLBACK, ROLLING_BACK);
        on(COMMITTING, DONE, ENDED);
        on(COMMITTING, FAILED_ONE_PHASE, IDLE);
        on(COMMITTING, FAILED, PREPARED);
        on(ROLLING_BACK, DONE, ENDED);
        on(ROLLING_BACK, FAILED, PREPARED);
    }

    private static void on(BranchState from, BranchEvent event, BranchState to) {
        TABLE.computeIfAbsent(from, key -> new EnumMap<>(BranchEvent.class)).put(event, to);
    }

    /** The state after the event; empty where the event is a protocol error. */
    public Optional<BranchState> after(BranchEvent event) {
        return Optional.ofNullable(TABLE.getOrDefault(this, Map.of()).get(event));
    }
}
