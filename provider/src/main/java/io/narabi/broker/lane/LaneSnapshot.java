package io.narabi.broker.lane;

import java.util.Optional;

/**
 * A lane at one moment.
 *
 * @param id identifies it in operators' commands
 * @param group the group, if it is one's lane
 * @param state the lane state's name
 * @param owner who holds it, if anybody
 * @param head the first message not settled
 * @param attempts attempts of the head so far
 * @param messages known messages not settled
 * @param note why, in words; may be empty
 */
public record LaneSnapshot(
        String id,
        Optional<String> group,
        String state,
        Optional<String> owner,
        LogEntry head,
        int attempts,
        long messages,
        String note) {}
