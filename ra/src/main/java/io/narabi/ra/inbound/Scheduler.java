package io.narabi.ra.inbound;

import java.time.Duration;

/** The two ways to run something that a server gives to a resource adapter. Thread-safe; nothing here blocks. */
public interface Scheduler {

    /**
     * Runs a short task, which must not block, after the delay, on a thread shared by all such tasks. After the adapter has stopped it
     * does nothing.
     */
    void later(Duration delay, Runnable task);

    /**
     * Runs work on a thread of the server.
     *
     * @param refused run instead, as {@link #later} would, if the server does not take the work; at most one of the two runs
     */
    void work(Runnable work, Runnable refused);
}
