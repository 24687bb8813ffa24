package io.narabi.store.index;

import io.narabi.runtime.Worker;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for the database. Quick tasks run in their order, slow ones in theirs; a slow one takes a step at a time, and quick ones go
 * by in between: a segment of 400,000 blocks takes seconds to fold, and a lane must not wait that long for its postings. Thread-safe.
 */
final class IndexQueue {

    /** Work that is done in steps. Neither method throws. */
    interface Slow {
        /** Does a bit of it, some tens of milliseconds. */
        boolean isDoneAfterAStep();

        /** Whether nobody waits for it, and closing need not either. */
        boolean mayBeLeftUndone();
    }

    private static final Logger LOG = LoggerFactory.getLogger(IndexQueue.class);

    /** After so many quick ones a step of a slow one is due. */
    private static final int QUICK_IN_A_ROW = 32;

    private final Worker worker;

    /** Guards all that follows. Not held while anything runs. */
    private final Object monitor = new Object();

    private final ArrayDeque<Runnable> quick = new ArrayDeque<>();
    private final ArrayDeque<Slow> slow = new ArrayDeque<>();
    private int quickInARow;
    private boolean closed;

    IndexQueue(Worker worker) {
        this.worker = worker;
    }

    /**
     * Queues it.
     *
     * @return whether it was queued; not after {@link #close}
     */
    boolean add(Runnable task) {
        return add(quick, task);
    }

    /** As {@link #add(Runnable)}. */
    boolean add(Slow task) {
        return add(slow, task);
    }

    private <T> boolean add(ArrayDeque<T> queue, T task) {
        synchronized (monitor) {
            if (closed) {
                return false;
            }
            try {
                worker.submit(this::runNext);
            } catch (RejectedExecutionException e) {
                // The environment was closed first.
                return false;
            }
            queue.add(task);
            return true;
        }
    }

    private void runNext() {
        Runnable task;
        Slow slowTask;
        synchronized (monitor) {
            task = slow.isEmpty() || quickInARow < QUICK_IN_A_ROW ? quick.poll() : null;
            quickInARow = task == null ? 0 : quickInARow + 1;
            slowTask = task == null ? slow.peek() : null;
        }
        if (task != null) {
            task.run();
        } else if (slowTask != null) {
            step(slowTask);
        }
    }

    private void step(Slow task) {
        boolean done = task.isDoneAfterAStep();
        synchronized (monitor) {
            if (done) {
                slow.remove();
                return;
            }
            if (closed) {
                return;
            }
            try {
                worker.submit(this::runNext);
                return;
            } catch (RejectedExecutionException e) {
                LOG.debug("The environment is closed before the index; what was asked for is still done", e);
            }
        }
        drain();
    }

    /** Does all that was queued, then {@code last}, takes nothing more, and closes the worker. Idempotent. */
    void close(Runnable last) {
        boolean first;
        boolean queued = false;
        synchronized (monitor) {
            first = !closed;
            closed = true;
            if (first) {
                try {
                    worker.submit(() -> {
                        drain();
                        last.run();
                    });
                    queued = true;
                } catch (RejectedExecutionException e) {
                    LOG.debug("The environment was closed before the index", e);
                }
            }
        }
        worker.close();
        if (first && !queued) {
            // The worker's thread has ended.
            drain();
            last.run();
        }
    }

    private void drain() {
        while (true) {
            Slow next;
            synchronized (monitor) {
                slow.removeIf(Slow::mayBeLeftUndone);
                next = quick.isEmpty() ? slow.peek() : null;
                if (next == null && quick.isEmpty()) {
                    return;
                }
            }
            if (next == null) {
                runQuick();
            } else {
                step(next);
            }
        }
    }

    private void runQuick() {
        @Nullable Runnable task;
        synchronized (monitor) {
            task = quick.poll();
        }
        if (task != null) {
            task.run();
        }
    }
}
