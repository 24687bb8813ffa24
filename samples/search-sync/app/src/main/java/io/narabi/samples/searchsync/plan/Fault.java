package io.narabi.samples.searchsync.plan;

/** How a delivery fails on purpose. */
public enum Fault {
    /** Not at all. */
    NONE,
    /** The change is applied, then the listener throws. */
    THROW,
    /** The change is applied, then the listener marks its transaction for roll-back. */
    ROLL_BACK,
    /** Nothing is applied, and the listener marks its transaction for roll-back, every time. */
    ALWAYS
}
