package io.narabi.ra.inbound;

/** How one round of a channel ended. */
enum Outcome {
    /** Nothing can be claimed now. */
    NOTHING,
    /** A message was taken care of, one way or the other: go on. */
    DELIVERED,
    /** Nothing was handed over; try again a little later. */
    RETRY,
    /** As {@link #RETRY}, with a new channel. */
    BROKEN
}
