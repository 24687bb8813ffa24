package io.narabi.samples.searchsync.check;

import java.util.List;

/**
 * What a run came to.
 *
 * @param messages how many changes were sent
 * @param redeliveries hand-overs that were not a message's first
 * @param problems what must not be, {@code outOfOrder} included; a run without any is a good one
 * @param notes what else there is to say
 */
public record Report(
        int messages,
        int groups,
        int redeliveries,
        int deadLettered,
        int outOfOrder,
        long messagesPerSecond,
        List<String> problems,
        List<String> notes) {}
