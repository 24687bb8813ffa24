package io.narabi.it.wildfly.app;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.List;

/** Sends and receives through what the server injects, in transactions of its own. */
@RequestScoped
public class Messages {

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Inject
    @JMSConnectionFactory(Names.CONNECTION_FACTORY)
    private JMSContext injected;

    @Resource
    private UserTransaction transaction;

    @Resource(lookup = "java:jboss/TransactionManager")
    private TransactionManager transactions;

    /** Sends all in one transaction. */
    void send(String queue, List<Item> items, boolean byContext, boolean commit) throws Exception {
        transaction.begin();
        boolean sent = false;
        try {
            if (byContext) {
                send(injected, queue, items);
            } else {
                try (JMSContext jms = connections.createContext()) {
                    send(jms, queue, items);
                }
            }
            sent = true;
        } finally {
            if (sent && commit) {
                transaction.commit();
            } else {
                transaction.rollback();
            }
        }
    }

    /**
     * Sends all in one transaction, and halts the process when that is decided but not known to the broker yet. Before that, another
     * transaction must be in its prepare.
     */
    void sendAndCrash(String queue, List<Item> items) throws Exception {
        CrashingResource.awaitPreparing();
        transaction.begin();
        transactions.getTransaction().enlistResource(new CrashingResource(CrashingResource.At.COMMIT));
        try (JMSContext jms = connections.createContext()) {
            send(jms, queue, items);
        }
        transaction.commit();
        throw new IllegalStateException("Not crashed");
    }

    private static void send(JMSContext jms, String queue, List<Item> items) {
        for (Item item : items) {
            JMSProducer producer = jms.createProducer().setProperty("JMSXGroupID", item.group());
            item.properties().forEach(producer::setProperty);
            producer.send(jms.createQueue(queue), Integer.toString(item.number()));
        }
    }

    /** Up to {@code max} messages in one transaction; waits for each. */
    List<Item> receive(String queue, int max, long waitMillis) throws Exception {
        transaction.begin();
        List<Item> items = new ArrayList<>();
        boolean received = false;
        try (JMSContext jms = connections.createContext()) {
            receive(jms, queue, max, waitMillis, items);
            received = true;
        } finally {
            if (!received) {
                transaction.rollback();
            }
        }
        transaction.commit();
        return items;
    }

    private static void receive(JMSContext jms, String queue, int max, long waitMillis, List<Item> items)
            throws JMSException {
        JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue));
        while (items.size() < max) {
            Message message = consumer.receive(waitMillis);
            if (message == null) {
                return;
            }
            items.add(Item.of(message));
        }
    }
}
