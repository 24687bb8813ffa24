package io.narabi.runtime;

/** A serial executor (see {@link Environment#worker}). Thread-safe. */
public interface Worker extends AutoCloseable {

    /**
     * Queues a task behind all submitted earlier. A task that throws is logged and does not stop the worker.
     *
     * @throws java.util.concurrent.RejectedExecutionException after {@link #close()}
     */
    void submit(Runnable task);

    /** Lets the queued tasks finish, waits for them (unless called by the worker itself) and ends the worker. Idempotent. */
    @Override
    void close();
}
