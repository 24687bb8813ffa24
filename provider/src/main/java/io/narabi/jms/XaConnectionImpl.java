package io.narabi.jms;

import jakarta.jms.JMSException;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;

/** A connection whose sessions can work in branches of a transaction manager (Jakarta Messaging 3.1 §9.3.2). Thread-safe. */
final class XaConnectionImpl extends ConnectionImpl implements XAQueueConnection, XATopicConnection {

    XaConnectionImpl(ConnectionCore core, Domain domain) {
        super(core, domain);
    }

    private XaSessionImpl openXa(Domain of) throws JMSException {
        return new XaSessionImpl(core().openSession(AckMode.XA, true), of);
    }

    @Override
    public XASession createXASession() throws JMSException {
        return openXa(domain());
    }

    @Override
    public XAQueueSession createXAQueueSession() throws JMSException {
        return openXa(Domain.QUEUE);
    }

    @Override
    public XATopicSession createXATopicSession() throws JMSException {
        return openXa(Domain.TOPIC);
    }
}
