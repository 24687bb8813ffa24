package io.narabi.runtime.sim;

import io.narabi.runtime.Worker;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/** A worker whose tasks are run by the environment. Its state is guarded by the environment's lock on the schedule. */
final class SimulatedWorker implements Worker {

    private final String name;
    private final SimulatedEnvironment environment;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    SimulatedWorker(String name, SimulatedEnvironment environment) {
        this.name = name;
        this.environment = environment;
    }

    @Override
    public void submit(Runnable task) {
        environment.submit(this, task);
    }

    @Override
    public void close() {
        environment.close(this);
    }

    void add(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("The worker " + name + " is closed");
        }
        tasks.add(task);
    }

    void markClosed() {
        closed = true;
    }

    void clear() {
        tasks.clear();
    }

    boolean isReady() {
        return !running && !tasks.isEmpty();
    }

    boolean isRunning() {
        return running;
    }

    /** The next task, if there is one and none is running; it counts as running until {@link #done()}. */
    Optional<Runnable> begin() {
        if (!isReady()) {
            return Optional.empty();
        }
        running = true;
        return Optional.of(tasks.remove());
    }

    void done() {
        running = false;
    }

    @Override
    public String toString() {
        return name;
    }
}
