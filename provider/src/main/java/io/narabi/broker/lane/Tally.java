package io.narabi.broker.lane;

/** What all lanes of a dispatcher hold in memory together. */
final class Tally {
    long entries;
    long inFlight;
    long reserved;
    /** Single messages that are being taken out: looking further waits while there are many. */
    int singlesMoving;
}
