package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.message.ChangeMessage;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import jakarta.transaction.UserTransaction;
import java.util.List;

/** Sends changes to the queue, in order, some hundred in each transaction. */
@Dependent
@SuppressWarnings("NullAway.Init") // The server sets the fields.
class Feeder {

    private static final int BATCH = 500;

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Resource(lookup = Names.QUEUE)
    private Queue queue;

    @Resource
    private UserTransaction transaction;

    /** Sends all; what was sent is in the run's log. */
    void send(SyncRun run) throws Exception {
        List<Change> changes = run.plan().changes();
        for (int from = 0; from < changes.size(); from += BATCH) {
            List<Change> batch = changes.subList(from, Math.min(from + BATCH, changes.size()));
            sendTogether(batch);
            run.log().sent(batch);
        }
    }

    private void sendTogether(List<Change> batch) throws Exception {
        transaction.begin();
        boolean sent = false;
        try (JMSContext context = connections.createContext()) {
            JMSProducer producer = context.createProducer().setDeliveryMode(DeliveryMode.PERSISTENT);
            for (Change change : batch) {
                TextMessage message = context.createTextMessage();
                ChangeMessage.write(change, message);
                producer.send(queue, message);
            }
            sent = true;
        } finally {
            if (!sent) {
                transaction.rollback();
            }
        }
        transaction.commit();
    }
}
