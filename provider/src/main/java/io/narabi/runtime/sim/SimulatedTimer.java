package io.narabi.runtime.sim;

import io.narabi.runtime.Timer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Tasks by the time they are due. Thread-safe. */
final class SimulatedTimer implements Timer {

    private final SimulatedClock clock;

    /** Guarded by this. */
    private final TreeMap<Key, Runnable> tasks = new TreeMap<>();

    private long scheduled;

    private record Key(long dueNanos, long number) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    SimulatedTimer(SimulatedClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Cancellable schedule(long delayNanos, Runnable task) {
        long now = clock.nanoTime();
        long due = now + Math.max(0, delayNanos);
        Key key = new Key(due < now ? Long.MAX_VALUE : due, scheduled++);
        tasks.put(key, task);
        return () -> cancel(key);
    }

    private synchronized void cancel(Key key) {
        tasks.remove(key);
    }

    synchronized OptionalLong nextDue() {
        return tasks.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(tasks.firstKey().dueNanos());
    }

    /** Takes out the next task that is due by now. */
    synchronized Optional<Runnable> takeDue() {
        if (tasks.isEmpty() || tasks.firstKey().dueNanos() > clock.nanoTime()) {
            return Optional.empty();
        }
        return Optional.of(tasks.pollFirstEntry().getValue());
    }

    synchronized void clear() {
        tasks.clear();
    }
}
