package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.message.ChangeMessage;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.Dependent;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.transaction.UserTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Takes the dead letters out of their queue. */
@Dependent
@SuppressWarnings("NullAway.Init") // The server sets the fields.
class DeadLetters {

    private static final int BATCH = 100;

    /** For a letter that must be there, and once for one more that must not. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration MOMENT = Duration.ofMillis(500);

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Resource(lookup = Names.QUEUE)
    private Queue queue;

    @Resource
    private UserTransaction transaction;

    /** All there are, in their order; waits while fewer than {@code expected} have come. */
    List<Change> take(int expected) throws Exception {
        List<Change> letters = new ArrayList<>();
        int before;
        do {
            before = letters.size();
            takeTogether(letters, expected);
        } while (letters.size() > before);
        return letters;
    }

    private void takeTogether(List<Change> letters, int expected) throws Exception {
        transaction.begin();
        boolean taken = false;
        try (JMSContext context = connections.createContext()) {
            receive(context, letters, expected);
            taken = true;
        } finally {
            if (!taken) {
                transaction.rollback();
            }
        }
        transaction.commit();
    }

    private void receive(JMSContext context, List<Change> letters, int expected) throws JMSException {
        JMSConsumer consumer =
                context.createConsumer(context.createQueue(queue.getQueueName() + Names.DEAD_LETTER_SUFFIX));
        for (int i = 0; i < BATCH; i++) {
            Duration patience = letters.size() < expected ? PATIENCE : MOMENT;
            Message message = consumer.receive(patience.toMillis());
            if (message == null) {
                return;
            }
            letters.add(ChangeMessage.read(message));
        }
    }
}
