package io.narabi.broker.tx;

/** What happens to an XA branch. */
public enum BranchEvent {
    /** A session joins or resumes. */
    JOIN,
    /** The last association ends well. */
    END_LAST,
    /** An association ends with TMFAIL. */
    END_FAILED,
    /** Rolled back while its work still runs. */
    FENCE,
    PREPARE,
    READ_ONLY,
    COMMIT,
    COMMIT_ONE_PHASE,
    ROLLBACK,
    /** What was begun is durable. */
    DONE,
    /** What was begun could not be written. */
    FAILED,
    /** A one-phase commit could not be written. */
    FAILED_ONE_PHASE
}
