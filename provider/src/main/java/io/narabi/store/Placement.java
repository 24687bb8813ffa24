package io.narabi.store;

/**
 * Where a new message was stored.
 *
 * @param destination its destination
 * @param partition its partition
 * @param sequence destination-wide arrival number, from 1; ascending within a destination
 * @param offset within the partition, from 0
 */
public record Placement(int destination, int partition, long sequence, long offset) {}
