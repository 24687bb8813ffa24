package io.narabi.runtime.sim;

import io.narabi.runtime.Environment;
import io.narabi.runtime.RandomSource;
import io.narabi.runtime.Timer;
import io.narabi.runtime.Worker;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A machine without threads. Tasks of workers and timers run on the thread that calls {@link #step()}, {@link #runUntilIdle()} or {@link
 * #advance}, one at a time; which worker comes next is drawn from the seed, so that one seed is one schedule, and many seeds are many.
 * Time stands still but for {@code advance}. The disk is a {@link MemoryDisk}.
 *
 * <p>With {@link #inline(long)} tasks run at once, before the call that submits them returns, unless it comes from a task: then they run
 * after that one.
 *
 * <p>Thread-safe: tasks may be submitted by any thread. Runs are the same each time only where a single thread does everything.
 */
public final class SimulatedEnvironment implements Environment {

    /** 2024-01-01T00:00:00Z. */
    private static final long START_WALL_MILLIS = 1_704_067_200_000L;

    /** Not 0, so that nobody takes the origin for granted. */
    private static final long START_NANOS = 1_000_000_000_000L;

    private static final int MOST_STEPS = 10_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedEnvironment.class);

    private final boolean inline;
    private final SimulatedClock clock;
    private final MemoryDisk disk;
    private final SimulatedTimer timer;
    private final SplittableRandom choices;
    private final SimulatedRandom random;
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    /** Held while a task runs. Taken before {@link #schedule}, never after it. */
    private final ReentrantLock driver = new ReentrantLock();

    /** Guards the workers, their queues, {@link #choices}, and the fields that follow. */
    private final Object schedule = new Object();

    private final Set<SimulatedWorker> workers = new LinkedHashSet<>();
    private boolean timerRunning;
    private boolean down;

    /** A machine whose tasks run on command, with an empty disk. */
    public SimulatedEnvironment(long seed) {
        this(seed, false);
    }

    /** A machine whose tasks run as soon as they are submitted, with an empty disk; timers still wait for {@link #advance}. */
    public static SimulatedEnvironment inline(long seed) {
        return new SimulatedEnvironment(seed, true);
    }

    private SimulatedEnvironment(long seed, boolean inline) {
        this(
                new SplittableRandom(seed),
                inline,
                new SimulatedClock(START_WALL_MILLIS, START_NANOS),
                new MemoryDisk(seed));
    }

    private SimulatedEnvironment(SplittableRandom seeded, boolean inline, SimulatedClock clock, MemoryDisk disk) {
        this.inline = inline;
        this.clock = clock;
        this.disk = disk;
        this.timer = new SimulatedTimer(clock);
        this.choices = seeded.split();
        this.random = new SimulatedRandom(seeded.split());
    }

    @Override
    public SimulatedClock clock() {
        return clock;
    }

    @Override
    public MemoryDisk disk() {
        return disk;
    }

    @Override
    public Timer timer() {
        return timer;
    }

    @Override
    public RandomSource random() {
        return random;
    }

    @Override
    public Worker worker(String name) {
        SimulatedWorker worker = new SimulatedWorker(name, this);
        synchronized (schedule) {
            if (down) {
                worker.markClosed();
            } else {
                workers.add(worker);
            }
        }
        return worker;
    }

    /** Runs one task that is ready. Returns whether there was one. */
    public boolean step() {
        driver.lock();
        try {
            return takeAny().map(this::run).isPresent();
        } finally {
            driver.unlock();
        }
    }

    /**
     * Runs tasks, and those that they submit, until none is ready. Time stands still.
     *
     * @throws IllegalStateException if there is no end to it
     */
    public void runUntilIdle() {
        for (int steps = 0; step(); steps++) {
            if (steps == MOST_STEPS) {
                throw new IllegalStateException("There are still tasks to run after " + MOST_STEPS);
            }
        }
    }

    /** Lets time pass: runs all that is ready, and each timer's task at its time with all that follows from it. */
    public void advance(Duration by) {
        long end = clock.nanoTime() + by.toNanos();
        runUntilIdle();
        OptionalLong due = timer.nextDue();
        while (due.isPresent() && due.getAsLong() <= end) {
            clock.moveTo(Math.max(clock.nanoTime(), due.getAsLong()));
            runUntilIdle();
            due = timer.nextDue();
        }
        clock.moveTo(Math.max(clock.nanoTime(), end));
    }

    /** Lets time pass until the next timer's task is due, and runs it with all that follows. Returns whether there was one. */
    public boolean advanceToNextTimer() {
        runUntilIdle();
        OptionalLong due = timer.nextDue();
        due.ifPresent(nanos -> advance(Duration.ofNanos(nanos - clock.nanoTime())));
        return due.isPresent();
    }

    /** What tasks have thrown, for tests to look at: a worker goes on all the same. */
    public List<Throwable> failures() {
        return List.copyOf(failures);
    }

    /**
     * The machine goes down: no task of it runs any more, its workers are closed, its disk is dead. The machine that comes up has the
     * same clock and what the policy leaves of the disk.
     */
    public SimulatedEnvironment crash(CrashPolicy policy) {
        SplittableRandom next;
        synchronized (schedule) {
            down = true;
            for (SimulatedWorker worker : workers) {
                worker.markClosed();
                worker.clear();
            }
            next = choices.split();
        }
        timer.clear();
        return new SimulatedEnvironment(next, inline, clock, disk.crash(policy, next.nextLong()));
    }

    void submit(SimulatedWorker worker, Runnable task) {
        synchronized (schedule) {
            worker.add(task);
        }
        if (inline) {
            runInline();
        }
    }

    private void runInline() {
        // A thread that finds another one running tasks leaves its own to that one, which looks once more after it has
        // let go.
        while (hasReady() && !driver.isHeldByCurrentThread() && driver.tryLock()) {
            try {
                runUntilIdle();
            } finally {
                driver.unlock();
            }
        }
    }

    void close(SimulatedWorker worker) {
        synchronized (schedule) {
            worker.markClosed();
            if (driver.isHeldByCurrentThread() && worker.isRunning()) {
                // By a task of its own: the rest runs later.
                return;
            }
        }
        driver.lock();
        try {
            for (Optional<Work> work = take(worker); work.isPresent(); work = take(worker)) {
                run(work.get());
            }
            synchronized (schedule) {
                workers.remove(worker);
            }
        } finally {
            driver.unlock();
        }
        if (inline) {
            runInline();
        }
    }

    /** A task that has been taken out, and what to do when it has been run. */
    private record Work(Runnable task, Runnable done) {}

    private boolean hasReady() {
        synchronized (schedule) {
            return !readyWorkers().isEmpty() || isTimerReady();
        }
    }

    private List<SimulatedWorker> readyWorkers() {
        return workers.stream().filter(SimulatedWorker::isReady).toList();
    }

    private boolean isTimerReady() {
        OptionalLong due = timer.nextDue();
        return !timerRunning && due.isPresent() && due.getAsLong() <= clock.nanoTime();
    }

    private Optional<Work> takeAny() {
        synchronized (schedule) {
            List<SimulatedWorker> ready = readyWorkers();
            int candidates = ready.size() + (isTimerReady() ? 1 : 0);
            if (candidates == 0) {
                return Optional.empty();
            }
            int choice = candidates == 1 ? 0 : choices.nextInt(candidates);
            return choice < ready.size() ? take(ready.get(choice)) : takeFromTimer();
        }
    }

    private Optional<Work> take(SimulatedWorker worker) {
        synchronized (schedule) {
            return worker.begin().map(task -> new Work(task, worker::done));
        }
    }

    private Optional<Work> takeFromTimer() {
        Optional<Runnable> task = timer.takeDue();
        timerRunning = task.isPresent();
        return task.map(due -> new Work(due, () -> timerRunning = false));
    }

    private boolean run(Work work) {
        try {
            work.task().run();
        } catch (Throwable e) {
            failures.add(e);
            LOG.error("A task failed", e);
        } finally {
            synchronized (schedule) {
                work.done().run();
            }
        }
        return true;
    }
}
