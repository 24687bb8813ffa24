package io.narabi.store.journal;

import static io.narabi.store.journal.Units.branch;
import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.Placement;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The last group commit did not reach the disk as a whole: it is there, or it is not, and everything before it is. */
class TornTailTest {

    private static final int SECTOR = 512;

    /** Before and after the commit of which parts are lost. */
    private DiskImage before;

    private DiskImage after;
    private String segment;
    private int from;
    private int to;

    @BeforeEach
    void writeACommitOfSeveralUnits() {
        SimulatedEnvironment environment = new SimulatedEnvironment(3);
        JournalUnderTest tested = JournalUnderTest.on(environment);
        tested.store(destination(1), subscription(1, 1), destination(2), subscription(2, 2));
        tested.store(message(1, "first"), message(1, "second"));
        tested.store(new Prepare(branch(1), List.of(message(1, "branch"), settle(1, 1))));
        before = DiskImage.of(environment.disk());
        List<CompletableFuture<List<Placement>>> group = new ArrayList<>();
        for (StoreRecord item : List.of(
                message(1, "third" + "x".repeat(700)),
                new CommitBranch(branch(1)),
                message(2, "other"),
                settle(1, 2),
                message(1, "fourth"))) {
            group.add(tested.append(StoreUnit.of(item)));
        }
        group.forEach(tested::await);
        assertThat(tested.store().status().commits())
                .as("one commit for the group")
                .isEqualTo(4);
        after = DiskImage.of(environment.disk());
        segment = after.last();
        from = before.file(segment).length;
        to = after.file(segment).length;
        assertThat(to - from).isBetween(2 * SECTOR, 6 * SECTOR);
        assertState(after, true);
        assertState(before, false);
    }

    private static void assertState(DiskImage image, boolean whole) {
        try (JournalUnderTest found = JournalUnderTest.on(image.machine())) {
            if (whole) {
                assertThat(owed(found.store(), 1, 1)).containsExactly("third" + "x".repeat(700), "branch", "fourth");
                assertThat(owed(found.store(), 2, 2)).containsExactly("other");
            } else {
                assertThat(owed(found.store(), 1, 1)).containsExactly("first", "second");
                assertThat(owed(found.store(), 2, 2)).isEmpty();
            }
            // What comes next, and the next start, are not disturbed by what was cut.
            found.store(message(2, "next"));
            StoreState state = found.reopen(io.narabi.store.StoreUnderTest.Restart.CRASH);
            assertThat(state.prepared()).hasSize(whole ? 0 : 1);
            assertThat(owed(found.store(), 2, 2)).endsWith("next").hasSize(whole ? 2 : 1);
            assertThat(owed(found.store(), 1, 1)).hasSize(whole ? 3 : 2);
        }
    }

    @Test
    void cutAtEveryByte() {
        byte[] content = after.file(segment);
        for (int length = from; length <= to; length++) {
            assertState(after.with(segment, Arrays.copyOf(content, length)), length == to);
        }
    }

    @Test
    void lengthIsThereButNotWhatIsInIt() {
        byte[] content = after.file(segment);
        Random random = new Random(5);
        for (int good = from; good < to; good += 23) {
            byte[] zeros = content.clone();
            Arrays.fill(zeros, good, to, (byte) 0);
            boolean same = Arrays.equals(zeros, content);
            assertState(after.with(segment, zeros), same);
            byte[] garbage = content.clone();
            for (int i = good; i < to; i++) {
                garbage[i] = (byte) random.nextInt();
            }
            assertState(after.with(segment, garbage), Arrays.equals(garbage, content));
        }
    }

    @Test
    void anySectorsAreLost() {
        byte[] content = after.file(segment);
        byte[] old = Arrays.copyOf(before.file(segment), to);
        int first = from / SECTOR;
        int count = (to - 1) / SECTOR - first + 1;
        for (int lost = 0; lost < 1 << count; lost++) {
            byte[] torn = content.clone();
            for (int i = 0; i < count; i++) {
                if ((lost >> i & 1) == 1) {
                    int start = (first + i) * SECTOR;
                    int length = Math.min(SECTOR, to - start);
                    System.arraycopy(old, start, torn, start, length);
                }
            }
            assertState(after.with(segment, torn), lost == 0);
        }
    }

    @Test
    void anyByteIsWrong() {
        byte[] content = after.file(segment);
        // Every byte of the commit's header, and many others.
        for (int at = from; at < to; at += at < from + Format.COMMIT_HEADER ? 1 : 5) {
            byte[] wrong = content.clone();
            wrong[at] ^= (byte) (1 << at % 8);
            assertState(after.with(segment, wrong), false);
        }
    }

    /** Whatever was being begun when the process died: it is all there, or nothing of it. */
    @Test
    void aNewSegmentIsTorn() {
        SimulatedEnvironment environment = after.machine();
        JournalUnderTest tested = JournalUnderTest.on(environment);
        DiskImage begun = DiskImage.of(tested.environment().disk());
        String newest = begun.last();
        assertThat(newest).isNotEqualTo(segment);
        byte[] content = begun.file(newest);
        for (int length = 0; length <= content.length; length++) {
            assertState(begun.with(newest, Arrays.copyOf(content, length)), true);
            byte[] zeros = content.clone();
            Arrays.fill(zeros, length, zeros.length, (byte) 0);
            assertState(begun.with(newest, zeros), true);
        }
        tested.crash(CrashPolicy.KEEP_ALL);
    }

    /** The very first segment is torn: there is no journal yet. */
    @Test
    void theFirstSegmentIsTorn() {
        SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
        JournalUnderTest.on(environment);
        DiskImage begun = DiskImage.of(environment.disk());
        byte[] content = begun.file(begun.last());
        for (int length = 0; length < content.length; length++) {
            DiskImage torn = begun.with(begun.last(), Arrays.copyOf(content, length));
            try (JournalUnderTest found = JournalUnderTest.on(torn.machine())) {
                found.store(destination(1), subscription(1, 1), message(1, "works"));
                assertThat(owed(found.store(), 1, 1)).containsExactly("works");
            }
        }
    }
}
