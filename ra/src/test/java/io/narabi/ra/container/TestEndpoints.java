package io.narabi.ra.container;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ApplicationServerInternalException;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;

/** A message-driven bean as a server sees it: container-managed transactions, or none. */
public final class TestEndpoints implements MessageEndpointFactory {

    /** What a bean does with a message. */
    public interface Bean {
        void onMessage(Message message) throws Exception;
    }

    private final TransactionManager transactions;
    private final boolean transacted;
    private final Bean bean;

    /** How often the step fails from now on; −1 for ever. */
    public final AtomicInteger failCreate = new AtomicInteger();

    public final AtomicInteger failBefore = new AtomicInteger();
    public final AtomicInteger failAfter = new AtomicInteger();
    public final AtomicInteger failRelease = new AtomicInteger();
    /** How often an endpoint begins a transaction without enlisting the resource. */
    public final AtomicInteger skipEnlist = new AtomicInteger();
    /** How often an endpoint fails in {@code afterDelivery} before it does anything. */
    public final AtomicInteger abandon = new AtomicInteger();

    /** How often an endpoint throws before it calls the bean, as WildFly does while it undeploys: its transaction would commit. */
    public final AtomicInteger refuse = new AtomicInteger();

    public final AtomicInteger created = new AtomicInteger();
    public final AtomicInteger released = new AtomicInteger();

    private TestEndpoints(TransactionManager transactions, boolean transacted, Bean bean) {
        this.transactions = transactions;
        this.transacted = transacted;
        this.bean = bean;
    }

    /** Transaction attribute Required. */
    public static TestEndpoints required(TestServer server, Bean bean) {
        return new TestEndpoints(server.transactionManager(), true, bean);
    }

    /** Transaction attribute NotSupported, or bean-managed. */
    public static TestEndpoints notSupported(TestServer server, Bean bean) {
        return new TestEndpoints(server.transactionManager(), false, bean);
    }

    @Override
    public MessageEndpoint createEndpoint(XAResource resource) throws UnavailableException {
        if (fails(failCreate)) {
            throw new UnavailableException("the bean is not there yet");
        }
        if (transacted != (resource != null)) {
            throw new UnavailableException("transacted: " + transacted + ", resource: " + resource);
        }
        created.incrementAndGet();
        return new Endpoint(resource);
    }

    @Override
    public MessageEndpoint createEndpoint(XAResource resource, long timeout) throws UnavailableException {
        return createEndpoint(resource);
    }

    @Override
    public boolean isDeliveryTransacted(Method method) throws NoSuchMethodException {
        if (!method.getName().equals("onMessage")) {
            throw new NoSuchMethodException(method.toString());
        }
        return transacted;
    }

    /** The same for all beans, as on some servers. */
    @Override
    public String getActivationName() {
        return "bean";
    }

    @Override
    public Class<?> getEndpointClass() {
        return bean.getClass();
    }

    /** Named as WildFly's own. */
    private static final class EJBComponentUnavailableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EJBComponentUnavailableException(String message) {
            super(message);
        }
    }

    private static boolean fails(AtomicInteger times) {
        return times.getAndUpdate(n -> n > 0 ? n - 1 : n) != 0;
    }

    private final class Endpoint implements MessageEndpoint, MessageListener {

        private final XAResource resource;

        Endpoint(XAResource resource) {
            this.resource = resource;
        }

        @Override
        public void beforeDelivery(Method method) throws ResourceException {
            if (fails(failBefore)) {
                throw new ApplicationServerInternalException("beforeDelivery fails");
            }
            try {
                transactions.begin();
                if (!fails(skipEnlist) && !transactions.getTransaction().enlistResource(resource)) {
                    throw new ApplicationServerInternalException("not enlisted");
                }
            } catch (jakarta.transaction.SystemException
                    | jakarta.transaction.NotSupportedException
                    | jakarta.transaction.RollbackException e) {
                throw new ApplicationServerInternalException(e);
            }
        }

        @Override
        public void onMessage(Message message) {
            if (fails(refuse)) {
                throw new EJBComponentUnavailableException("the component is shutting down");
            }
            try {
                bean.onMessage(message);
            } catch (Exception e) {
                if (transacted) {
                    markRollback();
                }
                throw e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
            }
        }

        private void markRollback() {
            try {
                transactions.setRollbackOnly();
            } catch (jakarta.transaction.SystemException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void afterDelivery() throws ResourceException {
            if (fails(abandon)) {
                try {
                    transactions.suspend();
                } catch (jakarta.transaction.SystemException e) {
                    throw new ApplicationServerInternalException(e);
                }
                throw new ApplicationServerInternalException("afterDelivery fails at once");
            }
            try {
                if (transactions.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                    transactions.rollback();
                } else {
                    transactions.commit();
                }
            } catch (Exception e) {
                throw new ApplicationServerInternalException(e);
            }
            if (fails(failAfter)) {
                throw new ApplicationServerInternalException("afterDelivery fails");
            }
        }

        @Override
        public void release() {
            released.incrementAndGet();
            if (fails(failRelease)) {
                throw new IllegalStateException("release fails");
            }
        }
    }
}
