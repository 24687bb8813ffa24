package io.narabi.broker.lane;

import java.util.Optional;

/**
 * A message of the log as dispatch sees it.
 *
 * @param sequence destination-wide arrival number
 * @param partition from 0
 * @param offset within the partition
 * @param group the message group; empty for none
 * @param priority 0 to 9
 * @param persistent whether it survives a crash
 * @param expiresAt ms since the epoch, 0 for never
 * @param deliverAt ms since the epoch, 0 for at once
 * @param attempts attempts that have begun before, as far as known
 * @param doubtful whether {@code attempts} is 1 only because one may have begun before a crash (DESIGN §2.8)
 * @param payload the message where it is still at hand; otherwise it is loaded at the hand-over
 */
public record LogEntry(
        long sequence,
        int partition,
        long offset,
        String group,
        int priority,
        boolean persistent,
        long expiresAt,
        long deliverAt,
        int attempts,
        boolean doubtful,
        Optional<byte[]> payload) {}
