package io.narabi.store.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.AppendCallback;
import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A journal that is used, whose disk fails and whose machine goes down, and what is known of it.
 *
 * <p>What was told to be stored must be there. When the machine goes down there may be, besides: of the units that were not told yet the
 * first ones; or those of the last commit whose outcome was told to be unknown, all of them, where nothing has been written since. Nothing
 * else, each unit as a whole, and all in the order in which they were appended.
 */
final class CrashingJournal {

    static final int DESTINATIONS = 3;

    /** By destination, ms. */
    private static final long[] RETENTION = {0, 0, 40_000, 90_000};

    private SimulatedEnvironment environment;
    private JournalStore store;
    private ReferenceStore reference = new ReferenceStore();

    /** Not told yet, in the order in which they were appended. */
    private final List<List<StoreRecord>> waiting = new ArrayList<>();

    /** Told to be of unknown outcome, all of one commit. */
    private final List<List<StoreRecord>> unknown = new ArrayList<>();

    /** How often the disk had been forced when they were. */
    private long unknownAt;

    /** The last place of each partition of each destination, and of the destination. */
    private final Map<String, Long> last = new HashMap<>();

    /** Settled messages that must be readable, with the time until which. */
    private final Map<Placement, Long> retained = new HashMap<>();

    private final Map<String, Placement> places = new HashMap<>();

    /** Whether the journal was being closed. */
    private boolean closing;

    /** Whether the machine is about to go down: its disk does nothing any more, or soon will not. */
    private boolean doomed;

    final CrashCounts counts;

    CrashingJournal(long seed, CrashCounts counts) {
        this.counts = counts;
        environment = new SimulatedEnvironment(seed);
        start();
        for (int i = 1; i <= DESTINATIONS; i++) {
            append(List.of(
                    new StoreRecord.DefineDestination(i, "d" + i, Map.of(), RETENTION[i]), Units.subscription(i, i)));
        }
        run();
    }

    private StoreState start() {
        JournalOptions options = JournalOptions.in(JournalUnderTest.DIRECTORY)
                .withSegmentSize(4 << 10)
                .withSendTimeout(Duration.ofSeconds(2));
        store = new JournalStore(environment, options);
        return store.open();
    }

    ReferenceStore reference() {
        return reference;
    }

    /** Sequences that the subscription is owed at present, the first ones; none where the disk does not answer. */
    List<Long> owed(int subscription) {
        if (doomed) {
            return List.of();
        }
        return store.owed(subscription, 0, 30).stream()
                .map(entry -> entry.sequence())
                .toList();
    }

    // ---- what is done to it ----

    void append(List<StoreRecord> records) {
        waiting.add(records);
        store.append(new StoreUnit(records), new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                confirm(records, placements);
            }

            @Override
            public void failed(StoreException reason) {
                fail(records, reason);
            }
        });
    }

    private void confirm(List<StoreRecord> unit, List<Placement> placements) {
        counts.confirmed++;
        List<StoreRecord> happened = new ArrayList<>();
        for (StoreRecord item : unit) {
            happened.addAll(item instanceof CommitBranch commit ? reference.branch(commit.branch()) : List.of(item));
        }
        List<NewMessage> messages = happened.stream()
                .filter(NewMessage.class::isInstance)
                .map(NewMessage.class::cast)
                .toList();
        assertThat(placements).hasSameSizeAs(messages);
        for (int i = 0; i < placements.size(); i++) {
            Placement place = placements.get(i);
            assertThat(place.destination()).isEqualTo(messages.get(i).destination());
            assertThat(place.partition()).isEqualTo(messages.get(i).partition());
            place(place, ReferenceStore.text(messages.get(i)));
        }
        assertThat(waiting.remove(0)).as("told in order").isSameAs(unit);
        // Those of unknown outcome are not there, now for good.
        unknown.clear();
        happened.forEach(this::retain);
        reference.apply(unit);
    }

    /** Sequences and offsets ascend, and none is given twice. */
    private void place(Placement place, String text) {
        String partition = place.destination() + "/" + place.partition();
        assertThat(place.sequence()).isGreaterThan(last.getOrDefault("" + place.destination(), 0L));
        assertThat(place.offset()).isGreaterThan(last.getOrDefault(partition, -1L));
        last.put("" + place.destination(), place.sequence());
        last.put(partition, place.offset());
        reference.place(place.destination(), place.sequence(), text);
        places.put(text, place);
    }

    private void retain(StoreRecord item) {
        if (item instanceof Settle settle) {
            for (long sequence : settle.sequences()) {
                String text = reference.textAt(settle.subscription(), sequence);
                if (reference.isOwed(settle.subscription(), text) && !text.startsWith("n")) {
                    retained.put(places.get(text), environment.clock().wallMillis() + RETENTION[settle.subscription()]);
                }
            }
        }
    }

    private void fail(List<StoreRecord> unit, StoreException reason) {
        waiting.remove(unit);
        if (reason.reason() == Reason.OUTCOME_UNKNOWN) {
            counts.unknown++;
            long forces = store.status().forces();
            if (forces != unknownAt) {
                // A segment was begun since: what was unknown then is gone for good.
                unknown.clear();
                unknownAt = forces;
            }
            unknown.add(unit);
        } else {
            assertThat(reason.reason()).as(reason.toString()).isIn(Reason.IO, Reason.REFUSED);
        }
    }

    void run() {
        environment.runUntilIdle();
        check();
    }

    void step() {
        environment.step();
    }

    void advance(int millis) {
        environment.advance(Duration.ofMillis(millis));
        check();
    }

    void failDisk(boolean forces, int count) {
        if (forces) {
            environment.disk().failNextForces(count);
        } else {
            environment.disk().failNextWrites(count);
        }
    }

    void goDownAfter(int operations) {
        environment.disk().goDownAfter(operations);
        doomed = true;
    }

    void crash(CrashPolicy policy) {
        counts.crashes++;
        environment = environment.crash(policy);
        doomed = false;
        StoreState state = start();
        // The mark of a clean close may be the last that reached the disk.
        assertThat(state.afterCrash() || closing).isTrue();
        adopt(state);
    }

    void reopen() {
        closing = true;
        store.close();
        if (doomed) {
            crash(CrashPolicy.ANY);
            return;
        }
        environment.disk().failNextForces(0);
        environment.disk().failNextWrites(0);
        counts.closes++;
        adopt(start());
    }

    // ---- what must be there ----

    /** Finds out which of the units that may be there are, and goes on from there. */
    private void adopt(StoreState state) {
        List<List<List<StoreRecord>>> possible = new ArrayList<>();
        for (int told = 0; told <= waiting.size(); told++) {
            possible.add(List.copyOf(waiting.subList(0, told)));
        }
        if (!unknown.isEmpty()) {
            possible.add(List.copyOf(unknown));
        }
        waiting.clear();
        unknown.clear();
        closing = false;
        Snapshot found = found(state);
        for (List<List<StoreRecord>> units : possible) {
            ReferenceStore candidate = reference.copy();
            units.forEach(candidate::apply);
            if (state.afterCrash()) {
                candidate.crash();
            }
            if (Snapshot.of(candidate).equals(found)) {
                counts.cameToLight += units.size();
                counts.vanished += possible.size() > 1 && units.isEmpty() ? 1 : 0;
                reference = candidate;
                placeNew();
                run();
                return;
            }
        }
        throw new AssertionError("Found " + found + ";\n confirmed was " + Snapshot.of(reference)
                + ";\n besides there may be " + possible);
    }

    /** All that can be asked of a store that has just been opened, but for sequences and offsets. */
    private record Snapshot(
            List<List<String>> owed,
            List<BranchId> prepared,
            Map<String, Integer> attempts,
            List<Long> marks,
            Map<String, String> laneMarks) {

        static Snapshot of(ReferenceStore reference) {
            return new Snapshot(
                    each(reference::owed),
                    reference.prepared(),
                    reference.attempts(),
                    each(reference::mark),
                    reference.laneMarks());
        }
    }

    private static <T> List<T> each(IntFunction<T> question) {
        return IntStream.rangeClosed(1, DESTINATIONS).mapToObj(question).toList();
    }

    private Snapshot found(StoreState state) {
        Map<String, Integer> attempts = new HashMap<>();
        state.attempts()
                .forEach((id, of) -> of.recorded()
                        .forEach((sequence, count) -> attempts.put(reference.textAt(id, sequence), count)));
        Map<String, String> laneMarks = new HashMap<>();
        state.laneMarks()
                .forEach(mark -> laneMarks.put(
                        ReferenceStore.key(mark), reference.textAt(mark.subscription(), mark.untilSequence())));
        return new Snapshot(
                each(id -> Units.owed(store, id, id)),
                state.prepared().stream().map(branch -> branch.branch()).toList(),
                attempts,
                each(id -> Optional.ofNullable(state.attempts().get(id))
                        .map(StoreState.Attempts::mark)
                        .orElse(0L)),
                laneMarks);
    }

    /** What came to light has places that nobody was told. */
    private void placeNew() {
        for (int i = 1; i <= DESTINATIONS; i++) {
            int destination = i;
            store.owed(i, 0, 100_000).forEach(entry -> {
                Placement place = new Placement(destination, entry.partition(), entry.sequence(), entry.offset());
                String text = Units.text(store, destination, entry.sequence());
                Placement before = places.get(text);
                if (before == null) {
                    place(place, text);
                } else {
                    assertThat(place).isEqualTo(before);
                }
            });
        }
    }

    /** What may be read is what was confirmed; what was settled is there while its retention lasts. */
    private void check() {
        assertThat(environment.failures()).isEmpty();
        if (doomed) {
            return;
        }
        for (int i = 1; i <= DESTINATIONS; i++) {
            assertThat(Units.owed(store, i, i)).as("owed to %d", i).isEqualTo(reference.owed(i));
            assertThat(store.owedCount(i)).isEqualTo(reference.owed(i).size());
        }
        long now = environment.clock().wallMillis();
        retained.values().removeIf(until -> until <= now);
        retained.keySet()
                .forEach(place -> assertThat(Units.text(store, place.destination(), place.sequence()))
                        .isEqualTo(reference.textAt(place.destination(), place.sequence())));
    }

    // ---- the end ----

    /** When all is settled and every retention is over, one file is left, and nothing is due. */
    void finish() {
        crash(CrashPolicy.ANY);
        reference.prepared().forEach(branch -> append(List.of(new StoreRecord.RollbackBranch(branch))));
        for (int i = 1; i <= DESTINATIONS; i++) {
            long[] sequences = store.owed(i, 0, 100_000).stream()
                    .mapToLong(entry -> entry.sequence())
                    .toArray();
            append(List.of(Units.settle(i, sequences)));
        }
        run();
        advance(100_000);
        assertThat(files()).hasSize(1);
        assertThat(environment.advanceToNextTimer()).isFalse();
        crash(CrashPolicy.ANY);
        reopen();
        assertThat(files()).hasSize(1);
        store.close();
        assertThat(environment.failures()).isEmpty();
    }

    private List<String> files() {
        try {
            return environment.disk().list(JournalUnderTest.DIRECTORY).stream()
                    .filter(name -> Format.segmentNumber(name).isPresent())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
