package io.narabi.it.wildfly.wrong;

import io.narabi.it.wildfly.app.Names;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import org.jboss.ejb3.annotation.ResourceAdapter;

/** Asks for what can never be. */
@ResourceAdapter(Names.ADAPTER)
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destination", propertyValue = "wildfly.wrong"),
            @ActivationConfigProperty(propertyName = "maxDeliveries", propertyValue = "0")
        })
public class NeverDelivers implements MessageListener {

    @Override
    public void onMessage(Message message) {
        throw new IllegalStateException("Never deployed");
    }
}
