package io.narabi.ra.outbound;

import io.narabi.engine.EngineXaResource;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.LocalTransactionException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's local transactions on a session: each is a branch of our own that commits in one phase, so that one kind of session does
 * for all. Such a branch is never prepared, hence never in doubt.
 */
final class LocalBranch implements LocalTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(LocalBranch.class);

    private final EngineXaResource resource;

    /** Guarded by this. */
    private Optional<Xid> open = Optional.empty();

    LocalBranch(EngineXaResource resource) {
        this.resource = resource;
    }

    @Override
    public synchronized void begin() throws ResourceException {
        if (open.isPresent()) {
            throw new LocalTransactionException("A local transaction is open already");
        }
        Xid xid = LocalXid.next();
        step("begin", () -> resource.start(xid, XAResource.TMNOFLAGS));
        open = Optional.of(xid);
    }

    @Override
    public synchronized void commit() throws ResourceException {
        Xid xid = take("commit");
        step("commit", () -> {
            resource.end(xid, XAResource.TMSUCCESS);
            resource.commit(xid, true);
        });
    }

    @Override
    public synchronized void rollback() throws ResourceException {
        Xid xid = take("roll back");
        step("roll back", () -> {
            resource.end(xid, XAResource.TMSUCCESS);
            resource.rollback(xid);
        });
    }

    /** Rolls back if one is open: the server gave the connection back without completing it. */
    synchronized void abandon() {
        if (open.isPresent()) {
            try {
                rollback();
            } catch (ResourceException failure) {
                LOG.debug("An abandoned local transaction could not be rolled back", failure);
            }
        }
    }

    private Xid take(String what) throws ResourceException {
        Xid xid = open.orElseThrow(
                () -> new LocalTransactionException("There is no local transaction to " + what + ": begin one"));
        open = Optional.empty();
        return xid;
    }

    private static void step(String what, XaStep action) throws ResourceException {
        try {
            action.run();
        } catch (XAException failure) {
            throw new LocalTransactionException(
                    "The local transaction could not " + what + ": " + failure.getMessage(), failure);
        }
    }

    private interface XaStep {
        void run() throws XAException;
    }

    /** A branch that no transaction manager knows. */
    private record LocalXid(byte[] id) implements Xid {

        /** "Nrbi". */
        private static final int FORMAT = 0x4e726269;

        private static final UUID JVM = UUID.randomUUID();
        private static final AtomicLong LAST = new AtomicLong();

        static LocalXid next() {
            return new LocalXid(ByteBuffer.allocate(24)
                    .putLong(JVM.getMostSignificantBits())
                    .putLong(JVM.getLeastSignificantBits())
                    .putLong(LAST.incrementAndGet())
                    .array());
        }

        @Override
        public int getFormatId() {
            return FORMAT;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return id.clone();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }
}
