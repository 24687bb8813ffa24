package io.narabi.runtime;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker with a thread of its own, which is started by the first task. */
final class SystemWorker implements Worker {

    private static final Logger LOG = LoggerFactory.getLogger(SystemWorker.class);

    private final String name;
    private final Consumer<SystemWorker> onClose;

    /** Guards all that follows. Never held while a task runs. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition work = lock.newCondition();
    private ArrayDeque<Runnable> queued = new ArrayDeque<>();
    private boolean idle;
    private boolean closed;
    private @Nullable Thread thread;

    /**
     * @param onClose told when the worker is closed
     */
    SystemWorker(String name, Consumer<SystemWorker> onClose) {
        this.name = name;
        this.onClose = onClose;
    }

    @Override
    public void submit(Runnable task) {
        lock.lock();
        try {
            if (closed) {
                throw new RejectedExecutionException("The worker " + name + " is closed");
            }
            if (thread == null) {
                // Where the system gives no thread, this throws, nothing is queued, and the next task tries again.
                Thread started = Threads.daemon(name, this::run);
                started.start();
                thread = started;
            }
            queued.add(task);
            if (idle) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Thread running;
        lock.lock();
        try {
            closed = true;
            work.signal();
            running = thread;
        } finally {
            lock.unlock();
        }
        onClose.accept(this);
        if (running != null && running != Thread.currentThread()) {
            joinUninterruptibly(running);
        }
    }

    private static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        ArrayDeque<Runnable> batch = new ArrayDeque<>();
        while (true) {
            lock.lock();
            try {
                while (queued.isEmpty()) {
                    if (closed) {
                        return;
                    }
                    idle = true;
                    work.awaitUninterruptibly();
                    idle = false;
                }
                // The whole queue at once: under load one lock a batch, not one a task.
                ArrayDeque<Runnable> filled = queued;
                queued = batch;
                batch = filled;
            } finally {
                lock.unlock();
            }
            while (!batch.isEmpty()) {
                runLogged(batch.remove());
            }
        }
    }

    private void runLogged(Runnable task) {
        // What one task left behind, or who ever interrupted this thread, must not fail the next one's file access.
        Thread.interrupted();
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A task of the worker {} failed; the worker goes on with the next", name, e);
        }
    }
}
