package io.narabi.engine;

/**
 * A stored message's place.
 *
 * @param partition from 0
 * @param offset within the partition, from 0
 * @param sequence destination-wide arrival number, from 1
 */
public record Place(int partition, long offset, long sequence) {

    /** No place yet. */
    public static final Place NONE = new Place(-1, -1, -1);
}
