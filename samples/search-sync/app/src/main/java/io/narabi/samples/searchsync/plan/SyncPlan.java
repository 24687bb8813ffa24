package io.narabi.samples.searchsync.plan;

import io.narabi.samples.searchsync.history.Change;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All changes of a run, and what is to go wrong with them. Immutable, thread-safe. */
public final class SyncPlan {

    /** A path with more versions than this does not become the failing one: its waits would be all that a run does. */
    public static final int MOST_FAILING_VERSIONS = 200;

    /** One in so many changes fails at its first delivery. */
    private static final int ONE_IN = 100;

    private final List<Change> changes;
    private final Map<String, Integer> versions;
    private final Optional<String> failingPath;
    private final int groups;

    private SyncPlan(List<Change> changes) {
        this.changes = List.copyOf(changes);
        Map<String, Integer> counted = new HashMap<>();
        for (Change change : this.changes) {
            counted.merge(change.path(), change.version(), Math::max);
        }
        this.versions = Collections.unmodifiableMap(counted);
        this.failingPath = choose(counted);
        this.groups = (int) counted.keySet().stream().map(Group::of).distinct().count();
    }

    /** A plan for these changes, in this order. */
    public static SyncPlan of(List<Change> changes) {
        return new SyncPlan(changes);
    }

    /** The most versions, at most {@link #MOST_FAILING_VERSIONS}; among equals the first by name, so that every run chooses the same. */
    private static Optional<String> choose(Map<String, Integer> versions) {
        Optional<String> chosen = Optional.empty();
        int most = 0;
        for (Map.Entry<String, Integer> path : new TreeMap<>(versions).entrySet()) {
            if (path.getValue() > most && path.getValue() <= MOST_FAILING_VERSIONS) {
                most = path.getValue();
                chosen = Optional.of(path.getKey());
            }
        }
        return chosen;
    }

    /** What is sent, in the order in which it is sent. */
    public List<Change> changes() {
        return changes;
    }

    /** How many versions each path has. */
    public Map<String, Integer> versions() {
        return versions;
    }

    /** How many message groups there are. */
    public int groups() {
        return groups;
    }

    /** The path that can never be applied; empty where there is no path, or all have too many versions. */
    public Optional<String> failingPath() {
        return failingPath;
    }

    /** The changes that end as dead letters, in order. */
    public List<Change> dead() {
        return changes.stream().filter(change -> isFailing(change.path())).toList();
    }

    /** Whether this is the path that can never be applied. */
    public boolean isFailing(String path) {
        return failingPath.filter(path::equals).isPresent();
    }

    /**
     * What goes wrong with a delivery. The same in every run.
     *
     * @param attempt the number of the delivery, from 1
     */
    public Fault fault(Change change, int attempt) {
        if (isFailing(change.path())) {
            return Fault.ALWAYS;
        }
        int hash = mixed(31 * change.path().hashCode() + change.version());
        if (attempt > 1 || Integer.remainderUnsigned(hash, ONE_IN) != 0) {
            return Fault.NONE;
        }
        return Integer.remainderUnsigned(hash / ONE_IN, 2) == 0 ? Fault.THROW : Fault.ROLL_BACK;
    }

    /** Spreads what {@link String#hashCode()} leaves close together; the finishing steps of MurmurHash3. */
    private static int mixed(int value) {
        int h = value;
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
