package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.delivery.DeliveryLog;
import io.narabi.samples.searchsync.delivery.Outcome;
import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.HistoryException;
import io.narabi.samples.searchsync.message.ChangeMessage;
import io.narabi.samples.searchsync.plan.Fault;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Applies changes to the index, each in a transaction of the container's that the message's acknowledgement is part of.
 *
 * <p>Up to eight changes at once, never two of one path: that is all the concurrency control there is, and all that is needed.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = Names.QUEUE),
            @ActivationConfigProperty(propertyName = "maxSessions", propertyValue = Names.ENDPOINTS),
            @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = Names.MAX_DELIVERIES),
            @ActivationConfigProperty(propertyName = "redeliveryDelay", propertyValue = Names.REDELIVERY_DELAY_MILLIS)
        })
@SuppressWarnings("NullAway.Init") // The server sets the fields.
public class ChangeApplier implements MessageListener {

    @Inject
    private SyncRuns runs;

    @Resource
    private MessageDrivenContext context;

    @Resource
    private TransactionSynchronizationRegistry transactions;

    /** Public because servers make it. */
    public ChangeApplier() {}

    @Override
    public void onMessage(Message message) {
        SyncRun run = runs.current();
        try {
            Change change = ChangeMessage.read(message);
            int attempt = message.getIntProperty("JMSXDeliveryCount");
            DeliveryLog.Running delivery = run.log().start(change, attempt);
            transactions.registerInterposedSynchronization(new LogWhenOver(delivery));
            try {
                apply(run, change, run.plan().fault(change, attempt));
            } finally {
                delivery.returned();
            }
        } catch (JMSException | HistoryException failure) {
            throw new IllegalStateException(failure);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void apply(SyncRun run, Change change, Fault fault) throws IOException, HistoryException {
        if (fault == Fault.ALWAYS) {
            context.setRollbackOnly();
            return;
        }
        run.index().apply(change, run.history().text(change.blob()));
        // The index has the change by now, and gets it once more with the next attempt.
        switch (fault) {
            case THROW -> throw new OnPurposeException(change);
            case ROLL_BACK -> context.setRollbackOnly();
            case NONE, ALWAYS -> {}
        }
    }

    /** A failure that the sample wants. */
    private static final class OnPurposeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        OnPurposeException(Change change) {
            super("On purpose: " + change, null, false, false);
        }
    }

    private record LogWhenOver(DeliveryLog.Running delivery) implements Synchronization {

        @Override
        public void beforeCompletion() {
            // Only what comes after is of interest.
        }

        @Override
        public void afterCompletion(int status) {
            delivery.ended(status == Status.STATUS_COMMITTED ? Outcome.COMMITTED : Outcome.ROLLED_BACK);
        }
    }
}
