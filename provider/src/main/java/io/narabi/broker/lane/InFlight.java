package io.narabi.broker.lane;

/** A message that was handed over and is not settled. Made by {@link Dispatcher}; compared by identity. */
public interface InFlight {

    LogEntry entry();

    /** Number of the attempt that is under way, from 1. */
    int attempt();

    /** Whether it may have been handed over before. */
    boolean redelivered();

    /** Whether the lane had another owner at its delivery before, or none was known. */
    boolean laneNew();
}
