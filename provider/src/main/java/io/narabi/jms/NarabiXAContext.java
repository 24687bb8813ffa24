package io.narabi.jms;

import jakarta.jms.JMSContext;
import jakarta.jms.Session;
import jakarta.jms.XAJMSContext;

/**
 * A context of {@link NarabiXAConnectionFactory#createXAContext()}, and the session in it: one session that can be used through the
 * simplified API and through the classic ones, for application servers that pool it.
 */
public interface NarabiXAContext extends XAJMSContext {

    /** The context's own session: a {@code QueueSession} and a {@code TopicSession}, too. Closed with the context, never by itself. */
    Session getSession();

    /** The context itself. */
    @Override
    JMSContext getContext();
}
