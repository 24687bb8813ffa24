package io.narabi.ra.inbound;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkAdapter;
import jakarta.resource.spi.work.WorkEvent;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A scheduler on what the server gives at the adapter's start (Jakarta Connectors 2.1 §5, §11): its work manager, and one timer.
 *
 * <p>Work is handed to the work manager by the timer's thread: some servers block whoever submits while their pool is full, and the
 * submitter may be a thread of the broker.
 */
public final class ServerScheduler implements Scheduler, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServerScheduler.class);

    private final WorkManager workManager;
    private final Timer timer;

    public ServerScheduler(BootstrapContext context) {
        this.workManager = context.getWorkManager();
        this.timer = timer(context);
    }

    private static Timer timer(BootstrapContext context) {
        try {
            return context.createTimer();
        } catch (UnavailableException none) {
            LOG.debug("The server has no timer for the resource adapter; it uses one of its own", none);
            return new Timer("narabi-ra-timer", true);
        }
    }

    @Override
    public void later(Duration delay, Runnable task) {
        TimerTask guarded = new TimerTask() {
            @Override
            public void run() {
                try {
                    task.run();
                } catch (RuntimeException fault) {
                    // A task that throws would end the timer's thread, and with it every retry.
                    LOG.error("A task of the resource adapter failed", fault);
                }
            }
        };
        try {
            timer.schedule(guarded, delay.toMillis());
        } catch (IllegalStateException cancelled) {
            LOG.debug("Not scheduled: the resource adapter has stopped");
        }
    }

    @Override
    public void work(Runnable work, Runnable refused) {
        later(Duration.ZERO, () -> submit(work, refused));
    }

    private void submit(Runnable work, Runnable refused) {
        // Servers may report a refusal by exception, by event, or both.
        AtomicBoolean decided = new AtomicBoolean();
        try {
            workManager.scheduleWork(
                    new Work() {
                        @Override
                        public void run() {
                            if (decided.compareAndSet(false, true)) {
                                work.run();
                            }
                        }

                        @Override
                        public void release() {
                            // A slot ends by itself when its activation does.
                        }
                    },
                    WorkManager.INDEFINITE,
                    null,
                    new WorkAdapter() {
                        @Override
                        public void workRejected(WorkEvent event) {
                            if (decided.compareAndSet(false, true)) {
                                later(Duration.ZERO, refused);
                            }
                        }
                    });
        } catch (WorkException | RuntimeException rejected) {
            if (decided.compareAndSet(false, true)) {
                LOG.debug("The server's work manager refused work; it is tried again", rejected);
                refused.run();
            }
        }
    }

    /** Ends the timer; work that runs ends by itself. */
    @Override
    public void close() {
        timer.cancel();
    }
}
