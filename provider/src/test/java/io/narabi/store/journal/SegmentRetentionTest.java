package io.narabi.store.journal;

import static io.narabi.store.journal.Units.branch;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreUnderTest.Restart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Segments go when nothing in them is owed and what was settled has been kept long enough, and not before. */
class SegmentRetentionTest {

    private static final Duration RETENTION = Duration.ofHours(1);

    /** About one message a segment; nothing that could be compressed. */
    private static final String LONG = new Random(7)
            .ints(3_000, 'a', 'z' + 1)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    private JournalUnderTest tested = open(UnaryOperator.identity());

    private static JournalUnderTest open(UnaryOperator<JournalOptions> change) {
        return new JournalUnderTest(1, CrashPolicy.LOSE_ALL, change);
    }

    @AfterEach
    void close() {
        tested.close();
    }

    private void define(int id, Duration retention) {
        tested.store(new DefineDestination(id, "d" + id, Map.of(), retention.toMillis()), subscription(id, id));
    }

    /** Returns the name of the file that each message is in. */
    private List<String> send(int destination, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tested.store(message(destination, tested.store().nextSequence(destination) + LONG));
            names.add(active());
        }
        return names;
    }

    /** The names of the segment files that are on the disk. */
    private List<String> files() {
        try {
            return tested.environment().disk().list(JournalUnderTest.DIRECTORY).stream()
                    .filter(name -> Format.segmentNumber(name).isPresent())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file that is being written. */
    private String active() {
        return files().get(files().size() - 1);
    }

    private int segments() {
        int files = files().size();
        assertThat(tested.store().status().segments()).isEqualTo(files);
        return files;
    }

    private void assertSleeps() {
        assertThat(tested.environment().advanceToNextTimer())
                .as("nothing is due, ever")
                .isFalse();
    }

    private void assertGone(int destination, long sequence) {
        assertThat(catchThrowableOfType(
                                StoreException.class, () -> tested.store().payload(destination, sequence))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
        assertThat(catchThrowableOfType(
                                StoreException.class, () -> tested.store().entry(destination, sequence))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    private static long[] range(long from, long to) {
        return LongStream.rangeClosed(from, to).toArray();
    }

    @Test
    void filesGoByNameWhenNothingInThemIsOwedAndRetentionIsOver() {
        define(1, RETENTION);
        List<String> names = send(1, 5);
        assertThat(names).doesNotHaveDuplicates();
        assertThat(files()).containsAll(names);
        tested.store(settle(1, 1, 2, 4));
        tested.environment().advance(RETENTION.minusMillis(1));
        assertThat(files()).as("retention is not over").containsAll(names);
        tested.environment().advance(Duration.ofMillis(1));
        assertThat(files()).as("retention is over").doesNotContain(names.get(0), names.get(1), names.get(3));
        assertThat(files()).as("owed").contains(names.get(2), names.get(4));
        assertSleeps();
        tested.environment().advance(RETENTION.multipliedBy(1_000));
        assertThat(files()).as("owed, however long").contains(names.get(2), names.get(4));
        tested.store(settle(1, 3));
        assertThat(files()).as("settled just now").contains(names.get(2));
        tested.environment().advance(RETENTION);
        assertThat(files()).containsExactly(names.get(4));
        assertSleeps();
    }

    /** All in it was settled while it was being written: nothing happens to it any more that would bring it to mind. */
    @Test
    void aFileThatHoldsNothingOwedWhenItIsFullGoes() {
        define(1, Duration.ZERO);
        String first = send(1, 1).get(0);
        tested.store(settle(1, 1));
        assertThat(files()).as("being written").containsExactly(first);
        List<String> names = send(1, 2);
        assertThat(files()).as("the disk's names").doesNotContain(first).containsAll(names);
        assertSleeps();
        tested.reopen(Restart.CRASH);
        assertThat(files()).doesNotContain(first).containsAll(names);
        assertSleeps();
    }

    /** The same, with a time to wait. */
    @Test
    void aFileThatHoldsNothingOwedWhenItIsFullGoesAfterItsRetention() {
        define(1, RETENTION);
        String first = send(1, 1).get(0);
        tested.store(settle(1, 1));
        tested.environment().advance(Duration.ofMinutes(20));
        List<String> names = send(1, 2);
        tested.environment().advance(Duration.ofMinutes(39));
        assertThat(files()).contains(first).containsAll(names);
        tested.environment().advance(Duration.ofMinutes(1));
        assertThat(files()).doesNotContain(first).containsAll(names);
        assertSleeps();
    }

    @Test
    void settledMessagesAreKeptForTheirRetentionAndNoLonger() {
        define(1, RETENTION);
        send(1, 10);
        assertThat(segments()).isGreaterThan(8);
        tested.environment().advance(RETENTION.multipliedBy(3));
        assertThat(segments()).as("owed").isGreaterThan(8);
        tested.store(settle(1, range(1, 10)));
        tested.environment().advance(RETENTION.minusMinutes(1));
        assertThat(segments()).isGreaterThan(8);
        assertThat(Units.text(tested.store(), 1, 1)).startsWith("1" + LONG);
        long bytes = tested.store().status().bytes();
        tested.environment().advance(Duration.ofMinutes(2));
        // The last one is being written to.
        assertThat(segments()).isLessThanOrEqualTo(2);
        assertThat(tested.store().status().bytes()).isLessThan(bytes / 4);
        assertGone(1, 1);
        tested.reopen(Restart.CRASH);
        assertGone(1, 1);
        send(1, 1);
        assertThat(tested.store().owed(1, 0, 10).get(0).sequence()).isEqualTo(11);
        assertThat(tested.store().owed(1, 0, 10).get(0).offset())
                .as("the second of its partition")
                .isEqualTo(1);
    }

    @Test
    void theTimeOfSettlementSurvivesARestart() {
        define(1, RETENTION);
        send(1, 6);
        tested.store(settle(1, range(1, 6)));
        for (Restart how : Restart.values()) {
            tested.environment().advance(Duration.ofMinutes(25));
            tested.reopen(how);
            assertThat(segments()).isGreaterThan(5);
            assertThat(Units.text(tested.store(), 1, 1)).startsWith("1" + LONG);
        }
        tested.environment().advance(Duration.ofMinutes(11));
        assertGone(1, 1);
        assertThat(segments()).isLessThan(6);
    }

    @Test
    void oneMessageThatIsOwedKeepsItsSegmentAndNoOther() {
        define(1, Duration.ZERO);
        send(1, 12);
        tested.store(settle(1, range(1, 4)), settle(1, range(6, 12)));
        assertThat(segments()).isBetween(2, 4);
        assertThat(Units.text(tested.store(), 1, 5)).startsWith("5" + LONG);
        tested.reopen(Restart.CRASH);
        assertThat(owed(tested.store(), 1, 1)).hasSize(1);
        assertThat(Units.text(tested.store(), 1, 5)).startsWith("5" + LONG);
        assertGone(1, 4);
        assertGone(1, 7);
        send(1, 1);
        assertThat(owed(tested.store(), 1, 1)).hasSize(2);
        tested.store(settle(1, 5));
        assertGone(1, 5);
    }

    /** The checkpoint knows of the attempt, the settlement is found behind it, and the message nowhere. */
    @Test
    void attemptsOfAMessageThatIsGoneAreGone() {
        define(1, Duration.ZERO);
        send(1, 1);
        tested.store(new Attempt(1, 1, 3));
        List<String> names = send(1, 2);
        tested.store(settle(1, 1));
        assertGone(1, 1);
        assertThat(active()).isEqualTo(names.get(1));
        tested.crash(CrashPolicy.KEEP_ALL);
        assertThat(tested.start().attempts().get(1).recorded()).isEmpty();
    }

    @Test
    void everySubscriptionMustHaveSettled() {
        define(1, Duration.ZERO);
        tested.store(subscription(2, 1), subscription(3, 1));
        send(1, 6);
        tested.store(settle(1, range(1, 6)));
        tested.store(settle(2, range(1, 6)));
        assertThat(segments()).isGreaterThan(5);
        tested.reopen(Restart.CRASH);
        assertThat(segments()).isGreaterThan(5);
        tested.store(settle(3, range(1, 3)));
        assertGone(1, 2);
        tested.store(new DropSubscription(3));
        assertGone(1, 5);
        assertThat(segments()).isLessThan(4);
    }

    @Test
    void whatNobodyIsOwedGoesAfterItsRetention() {
        tested.store(new DefineDestination(1, "topic", Map.of(), RETENTION.toMillis()));
        send(1, 6);
        tested.environment().advance(RETENTION.minusMinutes(1));
        assertThat(Units.text(tested.store(), 1, 1)).startsWith("1" + LONG);
        tested.environment().advance(Duration.ofMinutes(2));
        assertGone(1, 1);
    }

    @Test
    void aDroppedDestinationIsKeptNoLonger() {
        define(1, RETENTION);
        define(2, RETENTION);
        send(1, 6);
        tested.store(new DropDestination(1));
        assertThat(segments()).isLessThan(4);
        send(2, 2);
        tested.reopen(Restart.CRASH);
        assertThat(owed(tested.store(), 2, 2)).hasSize(2);
    }

    @Test
    void theLongestRetentionInASegmentCounts() {
        define(1, Duration.ZERO);
        define(2, RETENTION);
        tested.store(message(1, "short"), message(2, "long"));
        send(1, 3);
        tested.store(settle(1, range(1, 4)), settle(2, 1));
        assertThat(Units.text(tested.store(), 2, 1)).isEqualTo("long");
        assertGone(1, 3);
        tested.store(new DefineDestination(2, "changed", Map.of(), 0));
        assertGone(2, 1);
    }

    @Test
    void preparedBranchesKeepTheirSegments() {
        define(1, Duration.ZERO);
        tested.store(new Prepare(branch(1), List.of(message(1, "branch" + LONG))));
        tested.store(new Prepare(branch(2), List.of(message(1, "another" + LONG))));
        send(1, 6);
        tested.store(settle(1, range(1, 6)));
        tested.reopen(Restart.CRASH);
        tested.store(new CommitBranch(branch(1)), new RollbackBranch(branch(2)));
        assertThat(owed(tested.store(), 1, 1)).containsExactly("branch" + LONG);
        send(1, 4);
        // Its place is in a later segment than its body: both stay while it is owed.
        for (Restart how : Restart.values()) {
            tested.reopen(how);
            assertThat(owed(tested.store(), 1, 1)).hasSize(5).startsWith("branch" + LONG);
        }
        tested.store(settle(1, 7));
        assertGone(1, 7);
        tested.reopen(Restart.CRASH);
        assertThat(owed(tested.store(), 1, 1)).hasSize(4);
        tested.store(settle(1, range(8, 11)));
        assertThat(segments()).isLessThan(4);
    }

    /** What the last checkpoint says is owed of a segment that is gone by now is owed in none: the one with the bodies must not wait for it. */
    @Test
    void aBranchsPlaceIsGoneWhenTheProcessDies() {
        define(1, Duration.ZERO);
        tested.store(new Prepare(branch(1), List.of(message(1, "branch"))));
        tested.store(message(1, "kept"));
        String bodies = active();
        send(1, 2);
        tested.store(new CommitBranch(branch(1)));
        String place = active();
        send(1, 2);
        assertThat(active()).isNotEqualTo(place);
        assertThat(Units.text(tested.store(), 1, 4)).isEqualTo("branch");
        tested.store(settle(1, range(2, 6)));
        assertThat(files()).contains(bodies).doesNotContain(place);
        tested.crash(CrashPolicy.KEEP_ALL);
        tested.start();
        assertThat(files()).contains(bodies).doesNotContain(place);
        assertThat(owed(tested.store(), 1, 1)).containsExactly("kept");
        assertThat(tested.store().owedCount(1)).isEqualTo(1);
        tested.store(settle(1, 1));
        assertThat(files()).doesNotContain(bodies);
    }

    @Test
    void historyBeyondTheLimitGoesTheOldestFirst() {
        tested.close();
        tested = open(options -> options.withStoreLimit(12_000));
        define(1, RETENTION);
        send(1, 12);
        tested.store(settle(1, range(1, 2)), settle(1, range(4, 11)));
        assertGone(1, 1);
        assertGone(1, 4);
        assertThat(Units.text(tested.store(), 1, 3)).startsWith("3" + LONG);
        assertThat(Units.text(tested.store(), 1, 11)).startsWith("11" + LONG);
        assertThat(owed(tested.store(), 1, 1)).hasSize(2);
    }

    @Test
    void settledPositionsOutliveTheSegmentsThatSaidThem() {
        define(1, Duration.ZERO);
        send(1, 3);
        tested.store(settle(1, 2));
        for (int i = 0; i < 20; i++) {
            send(1, 1);
            long sequence = tested.store().nextSequence(1) - 1;
            tested.store(settle(1, sequence));
        }
        assertThat(segments()).isLessThan(8);
        for (Restart how : Restart.values()) {
            tested.reopen(how);
            assertThat(tested.store().owed(1, 0, 10))
                    .extracting(entry -> entry.sequence())
                    .containsExactly(1L, 3L);
        }
    }

    @Test
    void theMachineMayGoDownAtAnyMomentOfADeletion() {
        for (int operations = 0; operations < 14; operations++) {
            JournalUnderTest journal = open(UnaryOperator.identity());
            journal.store(new DefineDestination(1, "d", Map.of(), 0), subscription(1, 1));
            for (int i = 1; i <= 6; i++) {
                journal.store(message(1, i + LONG));
            }
            journal.environment().disk().goDownAfter(operations);
            journal.append(io.narabi.store.StoreUnit.of(settle(1, range(1, 5))));
            journal.crash(CrashPolicy.ANY);
            journal.start();
            List<String> found = owed(journal.store(), 1, 1);
            assertThat(found.size()).isIn(1, 6);
            assertThat(found).last().isEqualTo(6 + LONG);
            journal.store(settle(1, range(1, 5)));
            journal.reopen(Restart.CRASH);
            assertThat(owed(journal.store(), 1, 1)).containsExactly(6 + LONG);
            journal.close();
        }
    }

    @Test
    void aSegmentThatCannotBeDeletedIsDeletedLater() {
        define(1, Duration.ZERO);
        send(1, 4);
        tested.environment().disk().intercept((operation, path) -> {
            if (operation == io.narabi.runtime.sim.DiskInterceptor.Operation.DELETE) {
                throw new IOException("not now");
            }
        });
        tested.store(settle(1, range(1, 4)));
        assertGone(1, 1);
        tested.environment().disk().intercept((operation, path) -> {});
        tested.reopen(Restart.CLEAN);
        assertGone(1, 1);
        assertThat(segments()).isLessThan(4);
    }
}
