package io.narabi.ra.outbound;

import io.narabi.jms.NarabiXAContext;
import jakarta.jms.IllegalStateException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A handle on a managed connection. Thread-safe, as the server may close it from another thread. */
final class RaHandle implements Handle {

    private static final Logger LOG = LoggerFactory.getLogger(RaHandle.class);

    /** Null once closed. Guarded by this, as is all below. */
    private @Nullable RaManagedConnection managed;

    private final Set<AutoCloseable> resources = new LinkedHashSet<>();

    RaHandle(RaManagedConnection managed) {
        this.managed = managed;
    }

    @Override
    public synchronized NarabiXAContext use() throws IllegalStateException {
        RaManagedConnection current = managed;
        if (current == null) {
            throw new IllegalStateException("The session is closed");
        }
        return current.context();
    }

    @Override
    public synchronized boolean inTransaction() {
        RaManagedConnection current = managed;
        return current != null && current.inTransaction();
    }

    @Override
    public synchronized void closeLater(AutoCloseable resource) {
        resources.add(resource);
    }

    @Override
    public synchronized void forget(AutoCloseable resource) {
        resources.remove(resource);
    }

    @Override
    public synchronized void start() {
        RaManagedConnection current = managed;
        if (current != null) {
            current.context().start();
        }
    }

    @Override
    public void close() {
        RaManagedConnection last = invalidate();
        if (last != null) {
            last.closed(this);
        }
    }

    /** Closes what hangs on the handle and makes it unusable. Returns where it belonged; null if nowhere any more. */
    @Nullable
    RaManagedConnection invalidate() {
        RaManagedConnection last;
        List<AutoCloseable> open;
        synchronized (this) {
            last = managed;
            managed = null;
            open = new ArrayList<>(resources);
            resources.clear();
        }
        for (AutoCloseable resource : open) {
            try {
                resource.close();
            } catch (Exception failure) {
                LOG.debug("A producer or consumer could not be closed with its session", failure);
            }
        }
        return last;
    }

    /** Moves the handle to another managed connection, as the server decides. */
    void moveTo(RaManagedConnection other) {
        RaManagedConnection last = invalidate();
        if (last != null) {
            last.forget(this);
        }
        synchronized (this) {
            managed = other;
        }
    }
}
