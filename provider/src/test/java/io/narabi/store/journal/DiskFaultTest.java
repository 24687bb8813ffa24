package io.narabi.store.journal;

import static io.narabi.store.journal.Units.branch;
import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.MemoryDisk;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreUnderTest.Restart;
import io.narabi.store.StoreUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A disk that fails: callers are told, nothing confirmed is gone, and the journal goes on by itself. */
class DiskFaultTest {

    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(30);

    private final List<JournalUnderTest> opened = new ArrayList<>();

    private JournalUnderTest open(long seed, UnaryOperator<JournalOptions> change) {
        JournalUnderTest tested = new JournalUnderTest(new SimulatedEnvironment(seed), CrashPolicy.ANY, change);
        opened.add(tested);
        tested.environment().runUntilIdle();
        return tested;
    }

    private JournalUnderTest openWithMessage(long seed) {
        JournalUnderTest tested = open(seed, UnaryOperator.identity());
        tested.store(destination(1), subscription(1, 1), message(1, "before"));
        return tested;
    }

    @AfterEach
    void noTaskHasFailed() {
        opened.forEach(tested -> assertThat(tested.environment().failures()).isEmpty());
    }

    private static CompletableFuture<List<Placement>> append(JournalUnderTest tested, StoreRecord... records) {
        return tested.append(new StoreUnit(List.of(records)));
    }

    private static void assertFailed(CompletableFuture<List<Placement>> unit, Reason reason) {
        assertThat(unit).isCompletedExceptionally();
        StoreException failure = catchThrowableOfType(StoreException.class, () -> {
            try {
                unit.join();
            } catch (java.util.concurrent.CompletionException e) {
                throw e.getCause();
            }
        });
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure.getMessage()).hasSizeGreaterThan(40);
    }

    private static void assertStored(CompletableFuture<List<Placement>> unit) {
        assertThat(unit).isCompleted();
    }

    @Test
    void failedWriteOrForceIsToldToTheWholeGroupAndNoOther() {
        for (long seed = 0; seed < 40; seed++) {
            boolean write = seed % 2 == 0;
            JournalUnderTest tested = openWithMessage(seed);
            MemoryDisk disk = tested.environment().disk();
            if (write) {
                disk.failNextWrites(1);
            } else {
                disk.failNextForces(1);
            }
            CompletableFuture<List<Placement>> lost = append(tested, message(1, "lost"), settle(1, 1));
            CompletableFuture<List<Placement>> refused = append(tested, message(99, "to nowhere"));
            CompletableFuture<List<Placement>> lostToo =
                    append(tested, new Prepare(branch(1), List.of(message(1, "branch"))));
            tested.environment().runUntilIdle();
            assertFailed(lost, Reason.OUTCOME_UNKNOWN);
            assertFailed(refused, Reason.REFUSED);
            assertFailed(lostToo, Reason.OUTCOME_UNKNOWN);
            // Nothing of them is seen, and the journal goes on at once, with numbers that were never given.
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before");
            assertThat(tested.store(message(1, "after")).get(0).sequence()).isEqualTo(3);
            assertThat(tested.store().status().writable()).isTrue();
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "after");
            assertThat(tested.reopen(seed % 3 == 0 ? Restart.CLEAN : Restart.CRASH)
                            .prepared())
                    .isEmpty();
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "after");
        }
    }

    /** The system says once that a force failed; a later one that succeeds promises nothing of what was written before. */
    @Test
    void whatAFailedForceLeftIsNotBuiltUpon() {
        for (long seed = 0; seed < 60; seed++) {
            JournalUnderTest tested = openWithMessage(seed);
            CompletableFuture<List<Placement>> unforced = append(tested, message(1, "not persistent", false));
            tested.environment().runUntilIdle();
            assertStored(unforced);
            CompletableFuture<List<Placement>> another = append(tested, message(1, "nor this", false));
            tested.environment().runUntilIdle();
            assertStored(another);
            // The second of two fails the first attempt to go on in another file.
            tested.environment().disk().failNextForces(1 + (int) seed % 2);
            assertFailed(fail(tested, message(1, "lost")), Reason.OUTCOME_UNKNOWN);
            tested.environment().advance(Duration.ofSeconds(1));
            // What was told to be there is there, though its bytes were never forced and may be gone.
            assertThat(tested.store().owedCount(1)).isEqualTo(3);
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "not persistent", "nor this");
            tested.store(message(1, "after"));
            tested.reopen(Restart.CLEAN);
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "not persistent", "nor this", "after");
            assertThat(tested.store().owedCount(1)).isEqualTo(4);
            tested.store(settle(1, 1));
            tested.reopen(Restart.CRASH);
            assertThat(owed(tested.store(), 1, 1)).containsExactly("after");
            assertThat(tested.store().owedCount(1)).isEqualTo(1);
            tested.store(settle(1, tested.store().firstOwed(1, 1).getAsLong()));
            tested.environment().advance(Duration.ofMillis(2 * Units.RETENTION));
            assertThat(tested.store().status().segments())
                    .as("nothing is owed of any but the active one")
                    .isEqualTo(1);
        }
    }

    private static CompletableFuture<List<Placement>> fail(JournalUnderTest tested, StoreRecord... records) {
        CompletableFuture<List<Placement>> unit = append(tested, records);
        tested.environment().runUntilIdle();
        return unit;
    }

    /** The process dies after the failure, before the journal could say what became of the unit: it is there as a whole, or not at all. */
    @Test
    void unitOfUnknownOutcomeMayComeToLightAsAWhole() {
        int there = 0;
        for (long seed = 0; seed < 80; seed++) {
            JournalUnderTest tested = openWithMessage(seed);
            MemoryDisk disk = tested.environment().disk();
            disk.failNextForces(100);
            CompletableFuture<List<Placement>> unknown =
                    append(tested, message(1, "unknown " + "x".repeat(2_000)), settle(1, 1));
            tested.environment().runUntilIdle();
            assertFailed(unknown, Reason.OUTCOME_UNKNOWN);
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before");
            tested.crash(seed % 2 == 0 ? CrashPolicy.KEEP_ALL : CrashPolicy.ANY);
            tested.start();
            List<String> owed = owed(tested.store(), 1, 1);
            there += owed.equals(List.of("unknown " + "x".repeat(2_000))) ? 1 : 0;
            assertThat(owed).isIn(List.of("before"), List.of("unknown " + "x".repeat(2_000)));
            tested.store(message(1, "after"));
            tested.reopen(Restart.CRASH);
            assertThat(owed(tested.store(), 1, 1)).startsWith(owed.get(0)).endsWith("after");
        }
        assertThat(there).as("both cases occur").isBetween(1, 79);
    }

    @Test
    void unitsWaitForADiskThatCannotBeWrittenAndTheJournalResumesByItself() {
        JournalUnderTest tested = openWithMessage(1);
        SimulatedEnvironment environment = tested.environment();
        environment.disk().setReadOnly(true);
        assertFailed(fail(tested, message(1, "unknown")), Reason.OUTCOME_UNKNOWN);
        CompletableFuture<List<Placement>> waiting = append(tested, message(1, "waiting"));
        CompletableFuture<List<Placement>> settlement = append(tested, settle(1, 1));
        environment.advance(Duration.ofSeconds(20));
        assertThat(waiting).isNotDone();
        assertThat(settlement).isNotDone();
        assertThat(tested.store().status().writable()).isFalse();
        assertThat(owed(tested.store(), 1, 1)).as("reading goes on").containsExactly("before");
        environment.disk().setReadOnly(false);
        environment.advance(Duration.ofSeconds(5));
        assertStored(waiting);
        assertStored(settlement);
        assertThat(tested.store().status().writable()).isTrue();
        assertThat(owed(tested.store(), 1, 1)).containsExactly("waiting");
        tested.reopen(Restart.CRASH);
        assertThat(owed(tested.store(), 1, 1)).containsExactly("waiting");
    }

    @Test
    void unitsDoNotWaitLongerThanTheSendTimeout() {
        JournalUnderTest tested = openWithMessage(1);
        SimulatedEnvironment environment = tested.environment();
        environment.disk().setReadOnly(true);
        assertFailed(fail(tested, message(1, "unknown")), Reason.OUTCOME_UNKNOWN);
        environment.advance(Duration.ofSeconds(7));
        CompletableFuture<List<Placement>> waiting = append(tested, message(1, "waiting"));
        environment.runUntilIdle();
        environment.advance(SEND_TIMEOUT.minusMillis(1));
        assertThat(waiting).isNotDone();
        environment.advance(Duration.ofMillis(1));
        assertFailed(waiting, Reason.IO);
        environment.disk().setReadOnly(false);
        environment.advance(Duration.ofSeconds(5));
        assertThat(tested.store().status().writable())
                .as("without any unit that asks for it")
                .isTrue();
        tested.store(message(1, "after"));
        assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "after");
    }

    @Test
    void fullDisk() {
        JournalUnderTest tested = open(1, options -> options.withMinFreeDisk(0));
        SimulatedEnvironment environment = tested.environment();
        tested.store(destination(1), subscription(1, 1), message(1, "before"));
        environment.disk().setCapacity(6_000);
        List<String> expected = new ArrayList<>(List.of("before"));
        List<CompletableFuture<List<Placement>>> sends = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sends.add(append(tested, message(1, i + "x".repeat(700))));
            environment.runUntilIdle();
            if (sends.get(i).isDone() && !sends.get(i).isCompletedExceptionally()) {
                expected.add(i + "x".repeat(700));
            }
        }
        assertThat(expected).hasSizeBetween(2, 8);
        assertFailed(sends.get(expected.size() - 1), Reason.OUTCOME_UNKNOWN);
        assertThat(owed(tested.store(), 1, 1)).isEqualTo(expected);
        CompletableFuture<List<Placement>> last = sends.get(19);
        assertThat(last).isNotDone();
        environment.disk().setCapacity(1 << 20);
        environment.advance(Duration.ofSeconds(10));
        assertStored(last);
        for (int i = expected.size(); i < 20; i++) {
            expected.add(i + "x".repeat(700));
        }
        assertThat(owed(tested.store(), 1, 1)).isEqualTo(expected);
        tested.reopen(Restart.CRASH);
        assertThat(owed(tested.store(), 1, 1)).isEqualTo(expected);
    }

    @Test
    void belowTheMinimumOfFreeSpaceSendsWaitInOrderAndSettlementsGoOn() {
        JournalUnderTest tested = open(1, options -> options.withMinFreeDisk(100_000));
        SimulatedEnvironment environment = tested.environment();
        tested.store(destination(1), subscription(1, 1), message(1, "before"), message(1, "another"));
        environment.disk().setCapacity(90_000);
        environment.advance(Duration.ofSeconds(2));
        CompletableFuture<List<Placement>> first = append(tested, message(1, "first"));
        CompletableFuture<List<Placement>> settlement = append(tested, settle(1, 1));
        CompletableFuture<List<Placement>> move = append(tested, settle(1, 2), message(1, "moved"));
        CompletableFuture<List<Placement>> branch =
                append(tested, new Prepare(branch(1), List.of(message(1, "branch"))));
        CompletableFuture<List<Placement>> last = append(tested, message(1, "last"));
        environment.runUntilIdle();
        assertStored(settlement);
        assertThat(List.of(first, move, branch, last)).noneMatch(CompletableFuture::isDone);
        assertThat(owed(tested.store(), 1, 1)).containsExactly("another");
        assertThat(tested.store().status().writable()).isFalse();
        environment.advance(SEND_TIMEOUT.minusMillis(1));
        assertThat(List.of(first, move, branch, last)).noneMatch(CompletableFuture::isDone);
        CompletableFuture<List<Placement>> late = append(tested, message(1, "late"));
        environment.advance(Duration.ofMillis(1));
        for (CompletableFuture<List<Placement>> unit : List.of(first, move, branch, last)) {
            assertFailed(unit, Reason.FULL);
        }
        assertThat(late).isNotDone();
        CompletableFuture<List<Placement>> later = append(tested, message(1, "later"));
        environment.runUntilIdle();
        environment.disk().setCapacity(1 << 20);
        environment.advance(Duration.ofMillis(200));
        assertStored(late);
        assertStored(later);
        assertThat(owed(tested.store(), 1, 1)).containsExactly("another", "late", "later");
    }

    @Test
    void rowOfUnitsBreaksWhereOneWaitedInVain() {
        JournalUnderTest tested = open(1, options -> options.withMinFreeDisk(100_000));
        tested.store(destination(1), subscription(1, 1));
        SimulatedEnvironment environment = tested.environment();
        environment.disk().setCapacity(90_000);
        environment.advance(Duration.ofSeconds(2));
        Row row = new Row();
        CompletableFuture<List<Placement>> first = tested.append(row.unit("first"));
        environment.advance(Duration.ofSeconds(10));
        CompletableFuture<List<Placement>> second = tested.append(row.unit("second"));
        environment.advance(Duration.ofSeconds(20));
        assertFailed(first, Reason.FULL);
        environment.disk().setCapacity(1 << 20);
        environment.advance(Duration.ofSeconds(1));
        assertFailed(second, Reason.REFUSED);
        assertThat(owed(tested.store(), 1, 1)).isEmpty();

        environment.disk().failNextForces(1);
        Row another = new Row();
        CompletableFuture<List<Placement>> unknown = tested.append(another.unit("unknown"));
        environment.runUntilIdle();
        CompletableFuture<List<Placement>> behind = tested.append(another.unit("behind"));
        environment.runUntilIdle();
        assertFailed(unknown, Reason.OUTCOME_UNKNOWN);
        assertFailed(behind, Reason.REFUSED);
    }

    /** As a producer's sends to one group. */
    private static final class Row implements StoreUnit.Chain {
        private boolean broken;

        StoreUnit unit(String text) {
            return new StoreUnit(List.of(message(1, text)), Optional.of(this));
        }

        @Override
        public boolean isIntact() {
            return !broken;
        }

        @Override
        public void broken() {
            broken = true;
        }
    }

    @Test
    void largeUnitFailsAloneAndIsToldWhatIsTooMuch() {
        JournalUnderTest tested = open(1, options -> options.withMaxUnitSize(10_000));
        tested.store(destination(1), subscription(1, 1));
        CompletableFuture<List<Placement>> before = append(tested, message(1, "before"));
        CompletableFuture<List<Placement>> large = append(tested, message(1, "x".repeat(10_001)));
        CompletableFuture<List<Placement>> sum =
                append(tested, message(1, "x".repeat(5_000)), message(1, "x".repeat(5_001)));
        CompletableFuture<List<Placement>> after = append(tested, message(1, "x".repeat(9_000)));
        tested.environment().runUntilIdle();
        assertStored(before);
        assertFailed(large, Reason.REFUSED);
        assertFailed(sum, Reason.REFUSED);
        assertStored(after);
        StoreException failure = catchThrowableOfType(StoreException.class, () -> tested.await(large));
        assertThat(failure).hasMessageContaining("10000").hasMessageContaining("maxUnitSize");
        assertThat(owed(tested.store(), 1, 1)).hasSize(2);
    }

    @Test
    void readFailuresAreToldToTheReaderOnly() {
        JournalUnderTest tested = openWithMessage(1);
        tested.reopen(Restart.CLEAN);
        tested.environment().disk().failNextReads(1);
        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> tested.store().payload(1, 1));
        assertThat(failure.reason()).isEqualTo(Reason.IO);
        assertThat(Units.text(tested.store(), 1, 1)).isEqualTo("before");
    }

    @Test
    void aStartThatFailsChangesNothing() {
        for (int operations = 0; operations < 12; operations++) {
            JournalUnderTest tested = openWithMessage(operations);
            tested.store(message(1, "also"));
            tested.crash(CrashPolicy.ANY);
            tested.environment().disk().goDownAfter(operations);
            StoreException failure = catchThrowableOfType(StoreException.class, tested::start);
            if (failure != null) {
                assertThat(failure.reason()).isEqualTo(Reason.IO);
                tested.crash(CrashPolicy.ANY);
                tested.start();
            }
            assertThat(owed(tested.store(), 1, 1)).containsExactly("before", "also");
        }
    }

    @Test
    void aReadOnlyDiskCannotBeOpenedAndCanLaterOn() {
        JournalUnderTest tested = openWithMessage(1);
        tested.store().close();
        tested.environment().disk().setReadOnly(true);
        StoreException failure = catchThrowableOfType(StoreException.class, tested::start);
        assertThat(failure.reason()).isEqualTo(Reason.IO);
        assertThat(failure).hasMessageContaining(JournalUnderTest.DIRECTORY.toString());
        tested.environment().disk().setReadOnly(false);
        assertThat(tested.start().afterCrash()).isFalse();
        assertThat(owed(tested.store(), 1, 1)).containsExactly("before");
    }

    @Test
    void closeTellsWhoStillWaits() {
        JournalUnderTest tested = openWithMessage(1);
        tested.environment().disk().setReadOnly(true);
        assertFailed(fail(tested, message(1, "unknown")), Reason.OUTCOME_UNKNOWN);
        CompletableFuture<List<Placement>> waiting = append(tested, message(1, "waiting"));
        tested.environment().runUntilIdle();
        tested.store().close();
        assertFailed(waiting, Reason.IO);
        assertFailed(append(tested, message(1, "late")), Reason.CLOSED);
        tested.environment().disk().setReadOnly(false);
        assertThat(tested.start().afterCrash()).isTrue();
        assertThat(owed(tested.store(), 1, 1)).first().isEqualTo("before");
    }
}
