package io.narabi.it.wildfly.app;

import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A second resource in a transaction, by which the server comes down at a given step. */
final class CrashingResource implements XAResource {

    /** Where it ends. */
    enum At {
        /** The others are prepared, nothing is decided: this prepare never returns. */
        PREPARE,
        /** The transaction manager has decided and written it down, the others do not know: the process halts. */
        COMMIT
    }

    private static final CountDownLatch PREPARING = new CountDownLatch(1);

    private final At at;

    CrashingResource(At at) {
        this.at = at;
    }

    /** Until one for {@link At#PREPARE} is asked to prepare. */
    static void awaitPreparing() throws InterruptedException {
        PREPARING.await();
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        if (at == At.PREPARE) {
            PREPARING.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        Runtime.getRuntime().halt(137);
    }

    @Override
    public void rollback(Xid xid) {
        // Holds nothing.
    }

    @Override
    public void start(Xid xid, int flags) {
        // Holds nothing.
    }

    @Override
    public void end(Xid xid, int flags) {
        // Holds nothing.
    }

    @Override
    public void forget(Xid xid) {
        // Holds nothing.
    }

    @Override
    public Xid[] recover(int flags) {
        return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
