package io.narabi.it.wildfly.app;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;

/** Forwards each message in the delivery's transaction, some of which never get past their prepare. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Names.CRASHING),
            @ActivationConfigProperty(propertyName = "maxSessions", propertyValue = "4")
        })
public class CrashingListener implements MessageListener {

    @Inject
    private Attempts attempts;

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Resource(lookup = "java:jboss/TransactionManager")
    private TransactionManager transactions;

    @Override
    public void onMessage(Message message) {
        try {
            Attempts.Running attempt = attempts.begin(Names.CRASHING, message);
            try (JMSContext jms = connections.createContext()) {
                jms.createProducer().send(jms.createQueue(Names.CRASHING + Names.FORWARDED), message);
                if (message.propertyExists(Names.HANGS) && message.getIntProperty("JMSXDeliveryCount") == 1) {
                    transactions.getTransaction().enlistResource(new CrashingResource(CrashingResource.At.PREPARE));
                }
            } finally {
                attempt.returned();
            }
        } catch (JMSException | SystemException | RollbackException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
