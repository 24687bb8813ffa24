package io.narabi.store.journal;

import io.narabi.runtime.Environment;
import io.narabi.runtime.Worker;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.journal.GroupCommit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what has queued up, writes it as one commit, forces it once, and tells all callers in order. Everything but {@link #enqueue} and
 * {@link #poke} runs on the journal's worker.
 *
 * <p>After a failed write or force the callers of that commit are told that its outcome is unknown, and the journal goes on in a new
 * segment as soon as one can be begun; until then nothing is written, and units wait up to the send timeout.
 */
final class JournalWriter {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

    /** Bytes and units of one commit, unless one unit alone is larger. */
    private static final long MAX_COMMIT_BYTES = 4L << 20;

    private static final int MAX_COMMIT_UNITS = 16_384;

    private static final long MILLI = 1_000_000L;
    private static final long FIRST_PROBE_NANOS = 100 * MILLI;
    private static final long LAST_PROBE_NANOS = 5_000 * MILLI;
    private static final long SPACE_PROBE_NANOS = 100 * MILLI;
    private static final long LONGEST_NAP_NANOS = 3_600_000 * MILLI;

    private final Environment environment;
    private final Worker worker;
    private final Path directory;
    private final Model model;
    private final GroupCommit commits;
    private final SegmentWriter segments;
    private final SegmentCleaner cleaner;
    private final SpaceWatch space;

    private final ConcurrentLinkedQueue<EncodedUnit> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile boolean poked;

    /** Everything waits here while nothing can be written. */
    private final WaitingUnits stalled;

    /** Units with messages wait here while the disk is full. */
    private final WaitingUnits blocked;

    private boolean closed;

    /** Something went wrong that must not; nothing is written any more. */
    private volatile boolean stopped;

    private long nextProbe;
    private long probeDelay = FIRST_PROBE_NANOS;
    private String failure = "";
    private final Alarm alarm;
    private volatile long bytes;
    private volatile boolean writable = true;

    JournalWriter(
            Environment environment,
            Worker worker,
            Path directory,
            Model model,
            SegmentWriter segments,
            SegmentFiles files,
            SegmentRetention retention,
            SpaceWatch space,
            RecentBlocks recent,
            long sendTimeoutNanos) {
        this.environment = environment;
        this.worker = worker;
        this.directory = directory;
        this.model = model;
        this.commits = new GroupCommit(directory, model, segments, recent);
        this.segments = segments;
        this.cleaner = new SegmentCleaner(model.segments(), retention, commits, files);
        this.space = space;
        this.alarm = new Alarm(environment, worker, this::poke);
        this.stalled = new WaitingUnits(sendTimeoutNanos);
        this.blocked = new WaitingUnits(sendTimeoutNanos);
    }

    // ---- any thread ----

    void enqueue(EncodedUnit unit) {
        queue.add(unit);
        schedule();
    }

    /** Something may be due. */
    void poke() {
        poked = true;
        schedule();
    }

    boolean isWritable() {
        return writable;
    }

    long bytes() {
        return bytes;
    }

    private void schedule() {
        if (!scheduled.compareAndSet(false, true)) {
            return;
        }
        try {
            worker.submit(this::drain);
        } catch (RejectedExecutionException e) {
            // Closed: what came too late is told so by whoever finds it.
            for (EncodedUnit unit = queue.poll(); unit != null; unit = queue.poll()) {
                failClosed(List.of(unit));
            }
            scheduled.set(false);
        }
    }

    // ---- the worker ----

    private void drain() {
        do {
            do {
                poked = false;
                step();
            } while (!queue.isEmpty() || poked);
            scheduled.set(false);
            // What came between the last look and this has scheduled nothing.
        } while ((!queue.isEmpty() || poked) && scheduled.compareAndSet(false, true));
        setAlarm();
    }

    private void step() {
        if (closed || stopped) {
            failClosed(take());
            return;
        }
        long now = environment.clock().nanoTime();
        if (!segments.isOpen() && !reopen(now)) {
            take().forEach(unit -> stalled.add(unit, now));
            failStalled(stalled.takeExpired(now));
            return;
        }
        boolean low = space.isLow(now);
        writable = !low;
        List<EncodedUnit> ready = low ? new ArrayList<>() : blocked.takeAll();
        for (EncodedUnit unit : stalled.takeAll()) {
            admit(unit, low, ready, now);
        }
        for (EncodedUnit unit : take()) {
            admit(unit, low, ready, now);
        }
        failBlocked(blocked.takeExpired(now));
        commitAll(ready, now);
        forgetSegments();
        bytes = model.segments().bytes();
    }

    private void admit(EncodedUnit unit, boolean low, List<EncodedUnit> ready, long now) {
        if (low && unit.hasMessages) {
            blocked.add(unit, now);
        } else {
            ready.add(unit);
        }
    }

    private List<EncodedUnit> take() {
        List<EncodedUnit> taken = new ArrayList<>();
        long size = 0;
        while (taken.size() < MAX_COMMIT_UNITS) {
            EncodedUnit next = queue.peek();
            if (next == null || (!taken.isEmpty() && size + next.size > MAX_COMMIT_BYTES)) {
                break;
            }
            queue.remove();
            taken.add(next);
            size += next.size;
        }
        return taken;
    }

    /** In as many commits as it takes. */
    private void commitAll(List<EncodedUnit> units, long nowNanos) {
        int from = 0;
        while (from < units.size()) {
            int to = from;
            long size = 0;
            while (to < units.size() && (to == from || size + units.get(to).size <= MAX_COMMIT_BYTES)) {
                size += units.get(to).size;
                to++;
            }
            if (!commit(units.subList(from, to), size, nowNanos)) {
                units.subList(to, units.size()).forEach(unit -> stalled.add(unit, nowNanos));
                return;
            }
            from = to;
        }
    }

    /** False if nothing can be written at present; the units were told, or wait. */
    private boolean commit(List<EncodedUnit> units, long size, long nowNanos) {
        Outcome outcome;
        try {
            outcome = commits.commit(units, size, environment.clock().wallMillis());
        } catch (RuntimeException | OutOfMemoryError e) {
            stopForGood(units, e);
            return true;
        }
        space.spent(size);
        if (outcome instanceof Outcome.NotBegun notBegun) {
            broken(notBegun.cause());
            units.forEach(unit -> stalled.add(unit, nowNanos));
            return false;
        }
        if (outcome instanceof Outcome.Unknown unknown) {
            broken(unknown.cause());
            return false;
        }
        return true;
    }

    /** What is in memory may not be what is on the disk: only a new start can tell. */
    private void stopForGood(List<EncodedUnit> units, Throwable cause) {
        LOG.error("The journal in {} has stopped. Close it and open it again", directory, cause);
        segments.giveUp();
        writable = false;
        stopped = true;
        Callbacks.failAll(
                units,
                Reason.OUTCOME_UNKNOWN,
                "The journal in " + directory + " has stopped, and this unit may be stored, or not: " + cause);
    }

    // ---- waiting ----

    private void failStalled(List<EncodedUnit> units) {
        if (!units.isEmpty()) {
            Callbacks.failAll(
                    units,
                    Reason.IO,
                    "The journal in " + directory + " cannot be written at present, and nothing of this unit was: "
                            + failure);
        }
    }

    private void failBlocked(List<EncodedUnit> units) {
        if (!units.isEmpty()) {
            Callbacks.failAll(
                    units, Reason.FULL, space.describe() + ". Nothing of this unit was written; free some space");
        }
    }

    private void failClosed(List<EncodedUnit> units) {
        Callbacks.failAll(
                units,
                stopped ? Reason.IO : Reason.CLOSED,
                "The journal in " + directory
                        + (stopped
                                ? " has stopped; close it and open it again"
                                : " is closed: nothing is stored any more"));
    }

    // ---- a disk that fails ----

    private void broken(IOException cause) {
        if (writable || failure.isEmpty()) {
            LOG.error(
                    "The journal in {} cannot be written. It goes on by itself as soon as it can: {}",
                    directory,
                    cause.toString());
        }
        writable = false;
        failure = cause.toString();
        probeDelay = FIRST_PROBE_NANOS;
        nextProbe = environment.clock().nanoTime();
    }

    private boolean reopen(long now) {
        if (now - nextProbe < 0) {
            return false;
        }
        try {
            segments.begin(environment.clock().wallMillis());
        } catch (IOException e) {
            failure = e.toString();
            nextProbe = now + probeDelay;
            probeDelay = Math.min(LAST_PROBE_NANOS, 2 * probeDelay);
            return false;
        }
        LOG.info("The journal in {} can be written again", directory);
        failure = "";
        writable = true;
        return true;
    }

    // ---- time ----

    private void setAlarm() {
        if (!closed && !stopped) {
            nextEvent(environment.clock().nanoTime()).ifPresent(alarm::set);
        }
    }

    private OptionalLong nextEvent(long now) {
        long next = Long.MAX_VALUE;
        if (!segments.isOpen()) {
            next = Math.max(0, nextProbe - now);
        } else if (cleaner.dueMillis().isPresent()) {
            long millis = Math.max(
                    1, cleaner.dueMillis().getAsLong() - environment.clock().wallMillis());
            // The wall clock may jump.
            next = millis >= LONGEST_NAP_NANOS / MILLI ? LONGEST_NAP_NANOS : millis * MILLI;
        }
        if (!blocked.isEmpty()) {
            next = Math.min(next, SPACE_PROBE_NANOS);
        }
        for (OptionalLong deadline : List.of(stalled.firstDeadline(), blocked.firstDeadline())) {
            if (deadline.isPresent()) {
                next = Math.min(next, Math.max(0, deadline.getAsLong() - now));
            }
        }
        return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(now + next);
    }

    // ---- segments that are not needed any more ----

    private void forgetSegments() {
        if (!segments.isOpen() || stopped) {
            return;
        }
        cleaner.clean(segments.number(), environment.clock().wallMillis()).ifPresent(this::broken);
    }

    // ---- the end ----

    /** Stores what is queued and marks the close as clean. */
    void finish() {
        // The last chance for what waits.
        nextProbe = environment.clock().nanoTime();
        drain();
        failBlocked(blocked.takeAll());
        failStalled(stalled.takeAll());
        closed = true;
        alarm.cancel();
        if (segments.isOpen()) {
            try {
                segments.closeCleanly(environment.clock().wallMillis());
            } catch (IOException e) {
                segments.giveUp();
                LOG.error("The journal in {} could not be closed cleanly: {}", directory, e.toString());
            }
        }
    }
}
