package io.narabi.ra.inbound;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;

/**
 * What the slots of one activation have in common.
 *
 * @param settings what was asked for
 * @param factory the server's
 * @param transacted whether the server wants deliveries in its transactions
 * @param mark how a delivery's transaction is kept from being committed
 * @param trouble where failures are told that are tried again
 */
record EndpointPlan(
        ActivationSettings settings,
        MessageEndpointFactory factory,
        boolean transacted,
        TransactionMark mark,
        Trouble trouble) {

    /** The method that messages are delivered to. */
    static final Method ON_MESSAGE = onMessage();

    private static Method onMessage() {
        try {
            return MessageListener.class.getMethod("onMessage", Message.class);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException("jakarta.jms.MessageListener has no onMessage(Message)", impossible);
        }
    }
}
