package io.narabi.jms;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import javax.transaction.xa.XAResource;

/** A context whose session can work in branches of a transaction manager (Jakarta Messaging 3.1 §9.3.2). */
final class XaContextImpl extends ContextImpl implements NarabiXAContext {

    private final XaSessionImpl session;

    private XaContextImpl(SharedConnection connection, XaSessionImpl session) {
        super(connection, session);
        this.session = session;
    }

    static XaContextImpl open(ConnectionCore connection) throws JMSException {
        SharedConnection shared = new SharedConnection(connection);
        return new XaContextImpl(shared, new XaSessionImpl(shared.openSession(AckMode.XA), Domain.COMMON));
    }

    @Override
    public JMSContext getContext() {
        return this;
    }

    @Override
    public Session getSession() {
        return session;
    }

    @Override
    public XAResource getXAResource() {
        return session.getXAResource();
    }
}
