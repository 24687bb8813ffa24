package io.narabi.ra.outbound;

import io.narabi.engine.EngineXaResource;
import io.narabi.jms.NarabiXAContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session with its connection, as a server pools it (Jakarta Connectors 2.1 §6.5.4). Works in the server's XA transactions, in its
 * local transactions, or outside any: then sends are stored at once and what is received is acknowledged at once.
 *
 * <p>Never equal to another. Several handles may share it within a transaction.
 */
public final class RaManagedConnection implements ManagedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(RaManagedConnection.class);

    private final NarabiXAContext context;
    private final EngineXaResource resource;
    private final SignOn signOn;
    private final LocalBranch local;
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<RaHandle> handles = ConcurrentHashMap.newKeySet();
    private volatile boolean failed;
    private volatile boolean destroyed;
    private @Nullable PrintWriter logWriter;

    /**
     * Takes an open context over.
     *
     * @param signOn who is connected
     * @throws ResourceException if it is not one of this version of Narabi
     */
    public RaManagedConnection(NarabiXAContext context, SignOn signOn) throws ResourceException {
        this.context = context;
        this.signOn = signOn;
        if (!(context.getXAResource() instanceof EngineXaResource own)) {
            throw new ResourceAdapterInternalException("The session's XAResource is not Narabi's");
        }
        this.resource = own;
        this.local = new LocalBranch(own);
        context.setExceptionListener(this::fail);
    }

    NarabiXAContext context() {
        return context;
    }

    boolean inTransaction() {
        return resource.currentBranch().isPresent();
    }

    /** Whether it belongs to whom it is asked for. */
    public boolean matches(SignOn asked) {
        return signOn.equals(asked) && isValid();
    }

    /** Whether it can still be used, as far as is known. */
    public boolean isValid() {
        return !failed && !destroyed;
    }

    private void fail(Exception failure) {
        if (!failed && !destroyed) {
            failed = true;
            LOG.debug("A pooled connection failed", failure);
            ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, failure);
            listeners.forEach(listener -> listener.connectionErrorOccurred(event));
        }
    }

    void closed(RaHandle handle) {
        handles.remove(handle);
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
        event.setConnectionHandle(handle);
        listeners.forEach(listener -> listener.connectionClosed(event));
    }

    void forget(RaHandle handle) {
        handles.remove(handle);
    }

    /** A new {@link Handle}; whom it is for was settled when the server chose this connection. */
    @Override
    public Object getConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo request)
            throws ResourceException {
        if (!isValid()) {
            throw new ResourceException("The connection has failed or was destroyed: the pool should drop it");
        }
        RaHandle handle = new RaHandle(this);
        handles.add(handle);
        return handle;
    }

    @Override
    public void associateConnection(Object connection) throws ResourceException {
        if (!(connection instanceof RaHandle handle)) {
            throw new ResourceException("Not a handle of Narabi's: " + connection);
        }
        handle.moveTo(this);
        handles.add(handle);
    }

    /** Makes the handles unusable and the session as new; a local transaction that is open rolls back. */
    @Override
    public void cleanup() throws ResourceException {
        for (RaHandle handle : Set.copyOf(handles)) {
            handle.invalidate();
        }
        handles.clear();
        local.abandon();
        if (isValid()) {
            try {
                context.stop();
            } catch (JMSRuntimeException failure) {
                fail(failure);
                throw new ResourceException("The connection could not be cleaned up for the pool", failure);
            }
        }
    }

    @Override
    public void destroy() throws ResourceException {
        destroyed = true;
        for (RaHandle handle : Set.copyOf(handles)) {
            handle.invalidate();
        }
        handles.clear();
        try {
            context.close();
        } catch (JMSRuntimeException failure) {
            if (!failed) {
                throw new ResourceException("The connection could not be closed", failure);
            }
            LOG.debug("A failed connection could not be closed", failure);
        }
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public LocalTransaction getLocalTransaction() {
        return local;
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public ManagedConnectionMetaData getMetaData() throws ResourceException {
        if (destroyed) {
            throw new NotSupportedException("The connection was destroyed");
        }
        return new MetaData(signOn);
    }

    /** Kept for the server; Narabi logs by SLF4J. */
    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    private record MetaData(SignOn signOn) implements ManagedConnectionMetaData {

        @Override
        public String getEISProductName() {
            return "Narabi";
        }

        @Override
        public String getEISProductVersion() {
            String version = MetaData.class.getPackage().getImplementationVersion();
            return version == null ? "unknown" : version;
        }

        /** No limit. */
        @Override
        public int getMaxConnections() {
            return 0;
        }

        @Override
        public String getUserName() {
            return signOn.user().orElse("");
        }
    }
}
