package io.narabi.ra.inbound;

import io.narabi.engine.EngineException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of an activation's slots: delivers on a thread of the server while there is something to deliver, else uses none. Whatever fails,
 * it goes on, after a pause, until it is closed.
 *
 * <pre>
 * IDLE      --signal--> SCHEDULED
 * SCHEDULED --thread--> RUNNING            --refused by the server--> WAITING
 * RUNNING   --signal--> RUN_AGAIN          --nothing to claim--> IDLE      --failure--> WAITING   --slice over--> SCHEDULED
 * RUN_AGAIN --nothing to claim--> RUNNING  --failure--> WAITING            --slice over--> SCHEDULED
 * WAITING   --time--> SCHEDULED
 * IDLE, SCHEDULED, WAITING --close--> CLOSED
 * RUNNING, RUN_AGAIN       --close--> CLOSING --message done--> CLOSED
 * </pre>
 *
 * <p>A signal between the last claim and the step to IDLE makes RUN_AGAIN, so that none is lost.
 */
final class Slot {

    /** After so long a busy slot gives its thread back and queues again, so that activations share a small pool fairly. */
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger(Slot.class);

    private enum State {
        IDLE,
        SCHEDULED,
        RUNNING,
        RUN_AGAIN,
        WAITING,
        CLOSING,
        CLOSED
    }

    /** What a slot asks its activation. */
    interface Host {
        /** The connection to use now; empty while there is none: the slot is signalled when there is. */
        Optional<Link> link();

        /** A channel on the link. */
        Channel open(Link link, Runnable signal);

        /** A message was taken care of. */
        void delivered();

        /** A channel could not be opened. */
        void trouble(EngineException failure);
    }

    private final Host host;
    private final Scheduler scheduler;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final BackOff backOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(5));

    /** Guarded by this. */
    private State state = State.IDLE;

    /** Written by the running thread only, read by {@link #fence()}. */
    private volatile @Nullable Channel channel;

    private volatile @Nullable Thread runner;

    Slot(Host host, Scheduler scheduler, LongSupplier nanoTime) {
        this.host = host;
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
    }

    /** There may be something to claim. From any thread; does not block. */
    void signal() {
        synchronized (this) {
            if (state == State.RUNNING) {
                state = State.RUN_AGAIN;
            }
            if (state != State.IDLE) {
                return;
            }
            state = State.SCHEDULED;
        }
        submit();
    }

    private void submit() {
        scheduler.work(this::run, this::refused);
    }

    private void refused() {
        synchronized (this) {
            if (state != State.SCHEDULED) {
                return;
            }
            state = State.WAITING;
        }
        wakeLater();
    }

    private void wakeLater() {
        scheduler.later(backOff.next(), () -> {
            synchronized (this) {
                if (state != State.WAITING) {
                    return;
                }
                state = State.SCHEDULED;
            }
            submit();
        });
    }

    private void run() {
        synchronized (this) {
            if (state != State.SCHEDULED) {
                return;
            }
            state = State.RUNNING;
            runner = Thread.currentThread();
        }
        while (!leave(guardedWork())) {
            // A signal came while the slot found nothing: it looks again.
        }
    }

    /** Why the slot wants to give its thread back. */
    private enum Leave {
        /** Nothing to claim. */
        REST,
        /** Something failed. */
        PAUSE,
        /** The slice is over. */
        QUEUE_AGAIN
    }

    private Leave guardedWork() {
        try {
            return work();
        } catch (Throwable fault) {
            LOG.error("A slot failed; it goes on with a new session", fault);
            try {
                closeChannel();
            } catch (RuntimeException alsoFailed) {
                LOG.debug("Its session could not be closed", alsoFailed);
            }
            return Leave.PAUSE;
        }
    }

    private Leave work() {
        long began = nanoTime.getAsLong();
        while (!isClosing()) {
            switch (step()) {
                case NOTHING -> {
                    return Leave.REST;
                }
                case DELIVERED -> {
                    backOff.reset();
                    host.delivered();
                    if (nanoTime.getAsLong() - began > SLICE_NANOS) {
                        return Leave.QUEUE_AGAIN;
                    }
                }
                case RETRY -> {
                    return Leave.PAUSE;
                }
                case BROKEN -> {
                    closeChannel();
                    return Leave.PAUSE;
                }
            }
        }
        return Leave.REST;
    }

    /** Gives the thread back as the last thing it does; false if it has to go on. */
    private boolean leave(Leave why) {
        boolean closing;
        synchronized (this) {
            if (state == State.RUN_AGAIN && why == Leave.REST) {
                state = State.RUNNING;
                return false;
            }
            runner = null;
            closing = state == State.CLOSING;
            if (!closing) {
                state = switch (why) {
                    case REST -> State.IDLE;
                    case PAUSE -> State.WAITING;
                    case QUEUE_AGAIN -> State.SCHEDULED;
                };
            }
        }
        // From here on another thread may have the slot already.
        if (closing) {
            finish();
        } else if (why == Leave.PAUSE) {
            wakeLater();
        } else if (why == Leave.QUEUE_AGAIN) {
            submit();
        }
        return true;
    }

    private Outcome step() {
        Optional<Link> link = host.link();
        Channel current = channel;
        if (current != null && link.filter(l -> l.equals(current.link)).isEmpty()) {
            closeChannel();
        }
        if (link.isEmpty()) {
            return Outcome.NOTHING;
        }
        Channel usable = channel;
        if (usable == null) {
            try {
                usable = host.open(link.get(), this::signal);
            } catch (EngineException failure) {
                host.trouble(failure);
                return Outcome.RETRY;
            }
            channel = usable;
        }
        return usable.deliver();
    }

    private void closeChannel() {
        Channel current = channel;
        channel = null;
        if (current != null) {
            current.close();
        }
    }

    private synchronized boolean isClosing() {
        return state == State.CLOSING;
    }

    /** Claims nothing more. The result completes when a message that is with the listener has come back and the session is closed. */
    CompletableFuture<Void> close() {
        synchronized (this) {
            switch (state) {
                case RUNNING, RUN_AGAIN -> {
                    state = State.CLOSING;
                    return closed;
                }
                case CLOSING, CLOSED -> {
                    return closed;
                }
                case IDLE, SCHEDULED, WAITING -> state = State.CLOSING;
            }
        }
        finish();
        return closed;
    }

    private void finish() {
        try {
            closeChannel();
        } finally {
            synchronized (this) {
                state = State.CLOSED;
            }
            closed.complete(null);
        }
    }

    /** The message that is with the listener now can no longer be committed. */
    void fence() {
        Channel current = channel;
        if (current != null) {
            current.fence();
        }
    }

    /** Whether the calling thread is the slot's. */
    boolean isMine() {
        return Thread.currentThread() == runner;
    }
}
