package io.narabi.engine;

import java.util.Optional;

/**
 * A lane as an operator sees it.
 *
 * @param id identifies the lane in commands
 * @param group the group, if it is one's lane
 * @param state the state's name, for example {@code OWNED} or {@code HALTED}
 * @param owner who holds it, as text, if anybody
 * @param headSequence the first message not settled
 * @param headMessageId its JMSMessageID; empty if not loaded
 * @param attempts attempts of the head so far
 * @param messages known messages of the lane not settled
 * @param note why, in words; may be empty
 */
public record LaneView(
        String id,
        Optional<String> group,
        String state,
        Optional<String> owner,
        long headSequence,
        String headMessageId,
        int attempts,
        long messages,
        String note) {}
