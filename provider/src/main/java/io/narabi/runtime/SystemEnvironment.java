package io.narabi.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The machine itself: its clocks, threads and files. Thread-safe.
 *
 * <p>Threads are daemons named {@code narabi-…} and start when they are first needed.
 */
public final class SystemEnvironment implements Environment, AutoCloseable {

    private final SystemTimer timer = new SystemTimer();
    private final Disk disk;
    private final Set<SystemWorker> workers = ConcurrentHashMap.newKeySet();

    /** With the machine's own disks. */
    public SystemEnvironment() {
        this(new SystemDisk());
    }

    /** With another disk: the machine's clocks and threads, but files that a test owns. */
    public SystemEnvironment(Disk disk) {
        this.disk = disk;
    }

    @Override
    public Clock clock() {
        return SystemClock.INSTANCE;
    }

    @Override
    public Worker worker(String name) {
        SystemWorker worker = new SystemWorker(name, workers::remove);
        workers.add(worker);
        return worker;
    }

    @Override
    public Timer timer() {
        return timer;
    }

    @Override
    public RandomSource random() {
        return SystemRandom.INSTANCE;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    /**
     * Ends all threads: drops what the timer has not begun, and closes the workers that are still open, as {@link Worker#close()} does.
     * Whoever schedules or submits afterwards gets a {@link java.util.concurrent.RejectedExecutionException}. Files stay open until they
     * are closed. Idempotent.
     */
    @Override
    public void close() {
        timer.close();
        workers.forEach(SystemWorker::close);
    }
}
