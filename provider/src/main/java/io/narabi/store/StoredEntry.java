package io.narabi.store;

/**
 * What is known of a stored message without its payload.
 *
 * @param sequence destination-wide arrival number, from 1
 * @param partition from 0
 * @param offset within the partition, from 0
 * @param group the message group; empty for none
 * @param priority 0 to 9
 * @param persistent whether it survives a crash
 * @param expiresAt ms since the epoch, 0 for never
 * @param deliverAt ms since the epoch, 0 for at once
 * @param size bytes of payload
 */
public record StoredEntry(
        long sequence,
        int partition,
        long offset,
        String group,
        int priority,
        boolean persistent,
        long expiresAt,
        long deliverAt,
        int size) {}
