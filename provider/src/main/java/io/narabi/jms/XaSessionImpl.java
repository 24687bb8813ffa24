package io.narabi.jms;

import io.narabi.engine.EngineXaResource;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XATopicSession;
import javax.transaction.xa.XAResource;

/**
 * A session whose work belongs to the branches that a transaction manager starts on its {@link XAResource} (Jakarta Messaging 3.1
 * §9.3.2). Outside a branch, sends are stored at once and what is received is acknowledged as in AUTO_ACKNOWLEDGE.
 */
final class XaSessionImpl extends SessionImpl implements XAQueueSession, XATopicSession {

    private final EngineXaResource resource;

    XaSessionImpl(SessionCore core, Domain domain) {
        super(core, domain);
        resource = EngineXaResource.of(core.connection().transactions(), new BranchSession(core));
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public Session getSession() throws JMSException {
        core().checkOpen();
        return this;
    }

    @Override
    public QueueSession getQueueSession() throws JMSException {
        core().checkOpen();
        return this;
    }

    @Override
    public TopicSession getTopicSession() throws JMSException {
        core().checkOpen();
        return this;
    }

    /** Refused: the transaction manager commits. */
    @Override
    public void commit() throws JMSException {
        throw refused("commit");
    }

    /** Refused: the transaction manager rolls back. */
    @Override
    public void rollback() throws JMSException {
        throw refused("rollback");
    }

    private TransactionInProgressException refused(String method) throws IllegalStateException {
        core().checkOpen();
        return new TransactionInProgressException(
                method + " is not for XA sessions: the transaction manager ends the branch");
    }
}
