package io.narabi.it.wildfly.late;

import io.narabi.it.wildfly.app.Names;
import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jboss.ejb3.annotation.ResourceAdapter;

/** Forwards each message in the delivery's transaction, slowly. */
@ResourceAdapter(Names.ADAPTER)
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destination", propertyValue = Names.LATE),
            @ActivationConfigProperty(propertyName = "maxSessions", propertyValue = "4")
        })
public class LateListener implements MessageListener {

    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    @Resource(lookup = Names.CONNECTION_FACTORY)
    private ConnectionFactory connections;

    @Override
    public void onMessage(Message message) {
        try (JMSContext jms = connections.createContext()) {
            jms.createProducer().send(jms.createQueue(Names.LATE + Names.FORWARDED), message);
            LockSupport.parkNanos(WORK_NANOS);
        }
    }
}
