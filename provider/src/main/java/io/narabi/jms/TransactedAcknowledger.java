package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.engine.EngineSession;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** SESSION_TRANSACTED: what was handed over belongs to the transaction, in the engine. */
final class TransactedAcknowledger extends Acknowledger {

    private static final Logger LOG = LoggerFactory.getLogger(TransactedAcknowledger.class);

    TransactedAcknowledger(EngineSession engine, ReentrantLock engineLock) {
        super(engine, engineLock);
    }

    @Override
    void listened(Delivery delivery, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn(
                    "A listener failed at message {} of {} in a transacted session: the next message follows, the"
                            + " application has to commit or roll back",
                    delivery.message().headers().messageId(),
                    delivery.subscription(),
                    failure);
        }
    }

    @Override
    void unreadable(Delivery delivery, Exception failure) {
        listened(delivery, failure);
    }
}
