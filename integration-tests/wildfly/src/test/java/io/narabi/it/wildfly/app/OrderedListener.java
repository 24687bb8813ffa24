package io.narabi.it.wildfly.app;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Forwards each message in the delivery's transaction, and then rolls some of them back. Bound by {@code jboss-ejb3.xml}. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Names.ORDERED),
            @ActivationConfigProperty(propertyName = "maxSessions", propertyValue = Names.ENDPOINTS),
            @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = "-1")
        })
public class OrderedListener implements MessageListener {

    @Inject
    private Attempts attempts;

    @Inject
    private Meeting meeting;

    @Resource
    private MessageDrivenContext context;

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Override
    public void onMessage(Message message) {
        try {
            Attempts.Running attempt = attempts.begin(Names.ORDERED, message);
            try {
                if (message.propertyExists(Names.MEET)) {
                    meeting.join();
                }
                forward(message);
                if (Faults.rollsBack(
                        message.getLongProperty("seed"),
                        message.getStringProperty("JMSXGroupID"),
                        Attempt.number(message),
                        message.getIntProperty("JMSXDeliveryCount"))) {
                    context.setRollbackOnly();
                }
            } finally {
                attempt.returned();
            }
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private void forward(Message message) {
        try (JMSContext jms = connections.createContext()) {
            jms.createProducer().send(jms.createQueue(Names.ORDERED + Names.FORWARDED), message);
        }
    }
}
