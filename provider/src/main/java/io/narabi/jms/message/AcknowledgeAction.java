package io.narabi.jms.message;

import jakarta.jms.JMSException;

/** What {@link jakarta.jms.Message#acknowledge()} does on a received message; set by the session that received it. */
@FunctionalInterface
public interface AcknowledgeAction {

    /** Does nothing: messages that were not received, and sessions that acknowledge by themselves (Jakarta Messaging 3.1 §6.2.10). */
    AcknowledgeAction NONE = () -> {};

    /**
     * Acknowledges what the session has received.
     *
     * @throws JMSException if that fails; an IllegalStateException if the session is closed
     */
    void acknowledge() throws JMSException;
}
