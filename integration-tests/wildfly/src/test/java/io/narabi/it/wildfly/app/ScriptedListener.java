package io.narabi.it.wildfly.app;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Fails as often as the message says. Bound by {@code jboss-ejb3.xml}. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Names.SCRIPTED),
            @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = Names.MAX_DELIVERIES),
            @ActivationConfigProperty(propertyName = "redeliveryDelay", propertyValue = "10")
        })
public class ScriptedListener implements MessageListener {

    @Inject
    private Attempts attempts;

    @Resource
    private MessageDrivenContext context;

    @Override
    public void onMessage(Message message) {
        try {
            Attempts.Running attempt = attempts.begin(Names.SCRIPTED, message);
            try {
                if (message.propertyExists(Names.FAILURES)
                        && message.getIntProperty("JMSXDeliveryCount") <= message.getIntProperty(Names.FAILURES)) {
                    context.setRollbackOnly();
                }
            } finally {
                attempt.returned();
            }
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
