package io.narabi.store.index;

import io.narabi.runtime.Worker;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

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
            worker.submit(this::runNext);
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
            } else if (!closed) {
                worker.submit(this::runNext);
            }
        }
    }

    /** Does all that was queued, then {@code last}, takes nothing more, and closes the worker. Idempotent. */
    void close(Runnable last) {
        synchronized (monitor) {
            if (!closed) {
                closed = true;
                worker.submit(() -> {
                    drain();
                    last.run();
                });
            }
        }
        worker.close();
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
