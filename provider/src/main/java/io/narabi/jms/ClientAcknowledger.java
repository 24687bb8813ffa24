package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** CLIENT_ACKNOWLEDGE: {@code acknowledge} settles all that the session handed over so far, {@code recover} returns it. */
final class ClientAcknowledger extends Acknowledger {

    private static final Logger LOG = LoggerFactory.getLogger(ClientAcknowledger.class);

    /** In the order handed over. */
    private final List<Delivery> unsettled = new ArrayList<>();

    ClientAcknowledger(EngineSession engine, ReentrantLock engineLock) {
        super(engine, engineLock);
    }

    @Override
    synchronized void handedOver(Delivery delivery, boolean toListener) {
        unsettled.add(delivery);
    }

    @Override
    void listened(Delivery delivery, @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn(
                    "A listener failed at message {} of {} in a CLIENT_ACKNOWLEDGE session: the next message follows,"
                            + " the application has to recover the session to get this one again",
                    delivery.message().headers().messageId(),
                    delivery.subscription(),
                    failure);
        }
    }

    @Override
    void unreadable(Delivery delivery, Exception failure) {
        handedOver(delivery, false);
        listened(delivery, failure);
    }

    @Override
    void acknowledge() throws JMSException {
        List<Delivery> all = take();
        if (!all.isEmpty()) {
            settle(all, acknowledge(all, false));
        }
    }

    @Override
    void recover() throws JMSException {
        List<Delivery> all = take();
        if (!all.isEmpty()) {
            settle(all, fail(all, FailureCause.of(FailureCause.Kind.RECOVERED)));
        }
    }

    private synchronized List<Delivery> take() {
        List<Delivery> all = List.copyOf(unsettled);
        unsettled.clear();
        return all;
    }

    /** Where the engine does not say that they are lost to us, the deliveries stay, so that the application can try again. */
    private void settle(List<Delivery> all, CompletableFuture<Void> outcome) throws JMSException {
        try {
            Stages.join(outcome);
        } catch (JMSException e) {
            if (!(e.getCause() instanceof EngineException engine)
                    || engine.reason() != EngineException.Reason.ILLEGAL_STATE) {
                synchronized (this) {
                    unsettled.addAll(0, all);
                }
            }
            throw e;
        }
    }
}
