package io.narabi.ra.container;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkEvent;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.resource.spi.work.WorkRejectedException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Optional;
import java.util.Timer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** What a server gives to a resource adapter. */
public final class TestServer implements BootstrapContext, WorkManager, AutoCloseable {

    static {
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir("target/transactions");
        }
        BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setTransactionStatusManagerEnable(false);
    }

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "server-work");
        thread.setDaemon(true);
        return thread;
    });
    private final Timer timer = new Timer("server-timer", true);
    private volatile Optional<TransactionSynchronizationRegistry> registry = Optional.empty();
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger toReject = new AtomicInteger();

    /** Works that occupy a thread now. */
    public int activeWorks() {
        return active.get();
    }

    /** Refuses the next works: half of them by exception alone, half by event and exception. */
    public void rejectNext(int works) {
        toReject.set(works);
    }

    public int stillToReject() {
        return Math.max(0, toReject.get());
    }

    /** From now on adapters that start get a registry. */
    public void haveRegistry() {
        registry = Optional.of(new TransactionSynchronizationRegistryImple());
    }

    public TransactionManager transactionManager() {
        return com.arjuna.ats.jta.TransactionManager.transactionManager();
    }

    @Override
    public WorkManager getWorkManager() {
        return this;
    }

    @Override
    public void scheduleWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener)
            throws WorkException {
        int left = toReject.getAndUpdate(n -> Math.max(0, n - 1));
        if (left > 0) {
            WorkRejectedException refusal = new WorkRejectedException("the pool is full");
            if (left % 2 == 0 && listener != null) {
                listener.workRejected(new WorkEvent(this, WorkEvent.WORK_REJECTED, work, refusal));
            }
            throw refusal;
        }
        threads.execute(() -> {
            active.incrementAndGet();
            try {
                work.run();
            } finally {
                active.decrementAndGet();
            }
        });
    }

    @Override
    public void scheduleWork(Work work) throws WorkException {
        scheduleWork(work, INDEFINITE, null, null);
    }

    @Override
    public void doWork(Work work) {
        throw new UnsupportedOperationException("doWork");
    }

    @Override
    public void doWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException("doWork");
    }

    @Override
    public long startWork(Work work) {
        throw new UnsupportedOperationException("startWork");
    }

    @Override
    public long startWork(Work work, long startTimeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException("startWork");
    }

    @Override
    public XATerminator getXATerminator() {
        throw new UnsupportedOperationException("XATerminator");
    }

    @Override
    public Timer createTimer() throws UnavailableException {
        return timer;
    }

    @Override
    public boolean isContextSupported(Class<? extends WorkContext> type) {
        return false;
    }

    @Override
    public TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
        return registry.orElseThrow(() -> new UnsupportedOperationException("TransactionSynchronizationRegistry"));
    }

    @Override
    public void close() {
        timer.cancel();
        threads.shutdownNow();
    }
}
