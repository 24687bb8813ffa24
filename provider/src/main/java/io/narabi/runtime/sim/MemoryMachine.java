package io.narabi.runtime.sim;

import io.narabi.runtime.sim.DiskInterceptor.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** What a disk and its open files share. Everything but {@link #announce} is done with the lock held, which the caller sees to. */
final class MemoryMachine {

    private final ReentrantLock lock = new ReentrantLock();
    private final MemoryNames names;
    private final DiskFaults faults;
    private final Map<Path, String> locks = new HashMap<>();
    private volatile DiskInterceptor interceptor = (operation, path) -> {};
    private long capacity;
    private long reads;
    private long writes;
    private long forces;
    private long directoryForces;

    /** Something that is done with the lock held. */
    interface Action {
        void run() throws IOException;
    }

    /** Something that is asked with the lock held. */
    interface Question<T> {
        T answer() throws IOException;
    }

    MemoryMachine(MemoryNames names, DiskFaults faults, long capacity) {
        this.names = names;
        this.faults = faults;
        this.capacity = capacity;
    }

    /** Takes the lock itself. */
    MemoryMachine imageAfterCrash(CrashPolicy policy, long seed) {
        lock.lock();
        try {
            SplittableRandom random = new SplittableRandom(seed);
            return new MemoryMachine(names.afterCrash(policy, random), new DiskFaults(random.split()), capacity);
        } finally {
            lock.unlock();
        }
    }

    MemoryNames names() {
        return names;
    }

    DiskFaults faults() {
        return faults;
    }

    /** The holders of locks. */
    Map<Path, String> locks() {
        return locks;
    }

    void setCapacity(long bytes) {
        capacity = bytes;
    }

    long capacity() {
        return capacity;
    }

    long free() {
        return Math.max(0, capacity - names.bytes());
    }

    void intercept(DiskInterceptor newInterceptor) {
        interceptor = newInterceptor;
    }

    /** Without the lock, as the interceptor may block. */
    void announce(Operation operation, Path path) throws IOException {
        interceptor.before(operation, path);
    }

    void countRead() {
        reads++;
    }

    void countWrite() {
        writes++;
    }

    void countForce() {
        forces++;
    }

    void countDirectoryForce() {
        directoryForces++;
    }

    /** Takes the lock itself. */
    DiskCounts counts() {
        lock.lock();
        try {
            return new DiskCounts(reads, writes, forces, directoryForces);
        } finally {
            lock.unlock();
        }
    }

    void set(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    void run(Action action) throws IOException {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    <T> T call(Question<T> question) throws IOException {
        lock.lock();
        try {
            return question.answer();
        } finally {
            lock.unlock();
        }
    }
}
