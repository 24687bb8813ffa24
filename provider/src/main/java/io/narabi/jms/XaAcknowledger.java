package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.engine.EngineSession;
import jakarta.jms.JMSException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An XA session: within a branch what was handed over belongs to the branch, in the engine; outside one as AUTO_ACKNOWLEDGE. */
final class XaAcknowledger extends Acknowledger {

    private final AutomaticAcknowledger outside;
    private volatile boolean inBranch;
    /** Whether the message at hand belongs to a branch; only the session's thread of control knows it. */
    private boolean ofBranch;

    XaAcknowledger(EngineSession engine, ReentrantLock engineLock, AutomaticAcknowledger outside) {
        super(engine, engineLock);
        this.outside = outside;
    }

    /** Told before the engine enters a branch, so that nothing put off is acknowledged within it, and after it has left one. */
    void branch(boolean entered) {
        if (entered) {
            outside.flush();
        }
        inBranch = entered;
    }

    @Override
    void beforeNext() throws JMSException {
        outside.beforeNext();
    }

    @Override
    void handedOver(Delivery delivery, boolean toListener) {
        ofBranch = inBranch;
        if (!ofBranch) {
            outside.handedOver(delivery, toListener);
        }
    }

    @Override
    void received(ConsumerCore consumer, Delivery delivery) {
        if (!ofBranch) {
            outside.received(consumer, delivery);
        }
    }

    @Override
    void listened(Delivery delivery, @Nullable Throwable failure) {
        if (!ofBranch) {
            outside.listened(delivery, failure);
        }
    }

    @Override
    void unreadable(Delivery delivery, Exception failure) {
        if (!inBranch) {
            outside.unreadable(delivery, failure);
        }
    }

    @Override
    boolean bodyMayBeRetried() {
        return !inBranch;
    }

    @Override
    void flush() {
        outside.flush();
    }

    @Override
    void consumerClosed(ConsumerCore consumer) throws JMSException {
        outside.consumerClosed(consumer);
    }

    @Override
    void close() throws JMSException {
        outside.close();
    }
}
