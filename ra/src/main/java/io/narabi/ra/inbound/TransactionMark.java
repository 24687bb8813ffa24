package io.narabi.ra.inbound;

import jakarta.resource.spi.BootstrapContext;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Marks the server's transaction of the calling thread, where the server gives a registry for that (Jakarta Connectors 2.1 §3). */
public final class TransactionMark {

    private static final Logger LOG = LoggerFactory.getLogger("io.narabi.ra");

    private final Optional<TransactionSynchronizationRegistry> registry;

    private TransactionMark(Optional<TransactionSynchronizationRegistry> registry) {
        this.registry = registry;
    }

    public static TransactionMark of(BootstrapContext context) {
        try {
            return new TransactionMark(Optional.ofNullable(context.getTransactionSynchronizationRegistry()));
        } catch (RuntimeException none) {
            LOG.debug("The server has no TransactionSynchronizationRegistry for the resource adapter", none);
            return none();
        }
    }

    /** For a server that has no registry. */
    static TransactionMark none() {
        return new TransactionMark(Optional.empty());
    }

    /** The transaction can only be rolled back from now on. False if that could not be said. */
    boolean rollbackOnly() {
        if (registry.isEmpty()) {
            return false;
        }
        try {
            int status = registry.get().getTransactionStatus();
            if (status == Status.STATUS_ACTIVE) {
                registry.get().setRollbackOnly();
                return true;
            }
            return status == Status.STATUS_MARKED_ROLLBACK;
        } catch (RuntimeException refused) {
            LOG.debug("The server did not mark a transaction for roll-back", refused);
            return false;
        }
    }
}
