package io.narabi.broker.lane;

/**
 * Numbers about a subscription's dispatch.
 *
 * @param inFlight messages handed over and unsettled
 * @param reserved messages reserved and not handed over
 * @param waiting messages known in lanes that wait
 * @param halted halted lanes
 * @param lanes lanes in memory
 * @param consumers consumers
 * @param entriesInMemory log entries in memory
 * @param frontier the first sequence not looked at
 */
public record DispatchStatus(
        long inFlight,
        long reserved,
        long waiting,
        long halted,
        long lanes,
        int consumers,
        long entriesInMemory,
        long frontier) {}
