package io.narabi.broker.lane;

/**
 * Messages of one lane beyond its window: sequences in order, and how many there are of each priority. In memory as {@link LanePostings};
 * an index on disk can take its place. Used under the subscription's lock.
 */
interface LaneBacklog {

    /** Adds a message behind all others. */
    void add(long sequence, int priority);

    /** Takes the first message out; there must be one. */
    long removeFirst();

    /** The first message's sequence; there must be one. */
    long firstSequence();

    /** The first message's priority; there must be one. */
    int firstPriority();

    long size();

    /** The highest priority in it; -1 if it is empty. */
    int highestPriority();

    /** How many bytes it takes. */
    long bytes();
}
