package io.narabi.broker.lane;

/** A consumer known to a {@link Dispatcher}. Compared by identity. */
public interface ConsumerHandle {

    /** The session that the consumer belongs to; several consumers of one session name the same. */
    Owner session();
}
