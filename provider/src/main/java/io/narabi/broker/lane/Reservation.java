package io.narabi.broker.lane;

/** A message reserved for a consumer and not handed over. Made by {@link Dispatcher}; compared by identity. */
public interface Reservation {
    LogEntry entry();
}
