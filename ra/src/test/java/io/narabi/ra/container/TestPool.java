package io.narabi.ra.container;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;

/**
 * A server's pool of one connection factory: validates before it gives, enlists in the thread's transaction, shares within it, and takes
 * a connection back when its handles are closed and its transaction is over.
 */
public final class TestPool implements ConnectionManager {

    private static final long serialVersionUID = 1L;

    private final transient TransactionManager transactions;
    private final transient Set<ManagedConnection> free = new HashSet<>();
    private final transient Map<Transaction, Map<ConnectionRequestInfo, ManagedConnection>> enlisted = new HashMap<>();
    private final transient Map<ManagedConnection, Integer> handles = new HashMap<>();
    private final transient Set<ManagedConnection> broken = new HashSet<>();
    private transient Subject subject;
    private int created;

    public TestPool(TestServer server) {
        this.transactions = server.transactionManager();
    }

    /** Container sign-on from now on. */
    public void signOn(Subject as) {
        subject = as;
    }

    /** How many connections were made so far. */
    public synchronized int created() {
        return created;
    }

    public synchronized int free() {
        return free.size();
    }

    /** Connections that told of an error. */
    public synchronized int errors() {
        return broken.size();
    }

    @Override
    public synchronized Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo request)
            throws ResourceException {
        try {
            Transaction transaction = transactions.getTransaction();
            ManagedConnection managed =
                    transaction == null ? obtain(factory, request) : shared(factory, request, transaction);
            Object handle = managed.getConnection(subject, request);
            handles.merge(managed, 1, Integer::sum);
            return handle;
        } catch (jakarta.transaction.SystemException | jakarta.transaction.RollbackException e) {
            throw new ResourceException(e);
        }
    }

    private ManagedConnection shared(
            ManagedConnectionFactory factory, ConnectionRequestInfo request, Transaction transaction)
            throws ResourceException, jakarta.transaction.SystemException, jakarta.transaction.RollbackException {
        Map<ConnectionRequestInfo, ManagedConnection> mine = enlisted.get(transaction);
        if (mine == null) {
            mine = new HashMap<>();
            enlisted.put(transaction, mine);
            transaction.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {}

                @Override
                public void afterCompletion(int status) {
                    completed(transaction);
                }
            });
        }
        ManagedConnection managed = mine.get(request);
        if (managed == null) {
            managed = obtain(factory, request);
            transaction.enlistResource(new WrappedResource(managed.getXAResource()));
            mine.put(request, managed);
        }
        return managed;
    }

    private ManagedConnection obtain(ManagedConnectionFactory factory, ConnectionRequestInfo request)
            throws ResourceException {
        Set<?> invalid = ((ValidatingManagedConnectionFactory) factory).getInvalidConnections(new HashSet<>(free));
        for (Object dead : invalid) {
            free.remove(dead);
            ((ManagedConnection) dead).destroy();
        }
        ManagedConnection managed = factory.matchManagedConnections(new HashSet<>(free), subject, request);
        if (managed == null) {
            managed = factory.createManagedConnection(subject, request);
            created++;
            managed.addConnectionEventListener(new Listener(managed));
        }
        free.remove(managed);
        return managed;
    }

    private synchronized void completed(Transaction transaction) {
        for (ManagedConnection managed : enlisted.remove(transaction).values()) {
            takeBackIfUnused(managed);
        }
    }

    private synchronized void closed(ManagedConnection managed) {
        handles.merge(managed, -1, Integer::sum);
        takeBackIfUnused(managed);
    }

    private void takeBackIfUnused(ManagedConnection managed) {
        boolean inTransaction = enlisted.values().stream().anyMatch(m -> m.containsValue(managed));
        if (handles.getOrDefault(managed, 0) > 0 || inTransaction || free.contains(managed)) {
            return;
        }
        try {
            managed.cleanup();
            free.add(managed);
        } catch (ResourceException unusable) {
            broken.add(managed);
        }
    }

    private final class Listener implements ConnectionEventListener {

        private final ManagedConnection managed;

        Listener(ManagedConnection managed) {
            this.managed = managed;
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            closed(managed);
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            synchronized (TestPool.this) {
                broken.add(managed);
            }
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {}

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {}

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {}
    }
}
