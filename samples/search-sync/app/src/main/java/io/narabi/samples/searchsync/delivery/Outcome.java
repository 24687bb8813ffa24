package io.narabi.samples.searchsync.delivery;

/** How the transaction of a delivery ended. */
public enum Outcome {
    COMMITTED,
    ROLLED_BACK
}
