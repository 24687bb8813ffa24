package io.narabi.store.journal;

import static io.narabi.store.journal.Units.branch;
import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.index.MemoryIndex;
import io.narabi.store.index.SegmentFold;
import io.narabi.store.index.StateFold;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The journal is folded into its index, a segment after another, is read through it, and does not need it. */
class JournalIndexTest {

    private static final int MESSAGES = 40;

    private SimulatedEnvironment environment = SimulatedEnvironment.inline(5);
    private SpiedIndex index = new SpiedIndex(new MemoryIndex());
    private JournalStore store = open();

    private JournalStore open() {
        JournalStore opened = new JournalStore(
                environment, JournalOptions.in(JournalUnderTest.DIRECTORY).withSegmentSize(4 << 10), index);
        opened.open();
        return opened;
    }

    private void restart(boolean clean, SpiedIndex next) {
        if (clean) {
            store.close();
        } else {
            environment = environment.crash(CrashPolicy.LOSE_ALL);
        }
        index = next;
        store = open();
    }

    private void store(StoreRecord... records) {
        List<String> told = new ArrayList<>();
        store.append(new StoreUnit(List.of(records)), new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                told.add("stored");
            }

            @Override
            public void failed(StoreException reason) {
                told.add(reason.toString());
            }
        });
        assertThat(told).containsExactly("stored");
    }

    private void fill() {
        store(destination(1), subscription(1, 1));
        store(destination(2), subscription(2, 2));
        for (int i = 1; i <= MESSAGES; i++) {
            store(message(1, "message " + i + " " + "x".repeat(900)));
            store(message(2, "other " + i));
        }
    }

    private List<Long> owed(int subscription) {
        return store.owed(subscription, 0, 1_000).stream()
                .map(StoredEntry::sequence)
                .toList();
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void eachSealedSegmentIsFoldedOnceWithAllItsBlocks() {
        fill();
        assertThat(index.folds).hasSizeGreaterThan(5);
        assertThat(index.folds.stream().map(SegmentFold::segment))
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(index.folds.stream().map(SegmentFold::commit)).isSorted();
        TreeSet<Long> folded = new TreeSet<>();
        index.folds.forEach(fold -> fold.blocks().stream()
                .filter(block -> block.destination() == 1)
                .forEach(block -> LongStream.range(block.firstSequence(), block.firstSequence() + block.count())
                        .forEach(folded::add)));
        assertThat(List.copyOf(folded)).isEqualTo(range(1, folded.last()));
        assertThat(folded.last()).isGreaterThan(MESSAGES - 8);
    }

    @Test
    void whatIsInForceIsFoldedWithEachSegment() {
        fill();
        store(settle(1, 1, 2, 3, 5, 30));
        store.close();
        restart(true, new SpiedIndex(index));
        StateFold state = index.states.get(index.states.size() - 1);
        assertThat(state.destinations()).containsExactly(destination(1), destination(2));
        assertThat(state.subscriptions()).containsExactly(subscription(1, 1), subscription(2, 2));
        assertThat(state.segments()).hasSize(store.status().segments());
        StateFold.SettledPositions settled = state.settled().get(0);
        assertThat(settled.subscription()).isEqualTo(1);
        assertThat(settled.floor()).isEqualTo(4);
        assertThat(settled.owed()).isEqualTo(MESSAGES - 5);
        assertThat(settled.ranges()).containsOnlyKeys(0L);
        assertThat(state.settled().get(1).owed()).isEqualTo(MESSAGES);
    }

    @Test
    void whatIsFoldedIsLookedUpInTheIndex() {
        fill();
        restart(true, new SpiedIndex(index));
        assertThat(index.folds).as("only the segment that was the last").hasSize(1);
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES));
        assertThat(owed(2)).isEqualTo(range(1, MESSAGES));
        assertThat(index.lookUps.get()).isPositive();
        assertThat(Units.text(store, 1, 7)).startsWith("message 7 ");
        assertThat(store.entry(1, 33).sequence()).isEqualTo(33);
    }

    @Test
    void anIndexThatIsLostIsFoldedAnewAndMeanwhileNotNeeded() {
        fill();
        restart(false, new SpiedIndex(new MemoryIndex()));
        assertThat(index.folds).hasSizeGreaterThan(5);
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES));
        index.failing = true;
        restart(true, new SpiedIndex(new MemoryIndex()).failing());
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES));
        store(settle(1, 3, 4, 11));
        assertThat(store.owedCount(1)).isEqualTo(MESSAGES - 3);
        assertThat(Units.text(store, 1, 7)).startsWith("message 7 ");
    }

    @Test
    void anIndexThatFailsWhenItIsAskedIsNotAskedAgain() {
        fill();
        restart(true, new SpiedIndex(index));
        index.failing = true;
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES));
        int asked = index.lookUps.get();
        assertThat(asked).isPositive();
        assertThat(owed(2)).isEqualTo(range(1, MESSAGES));
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES));
        assertThat(index.lookUps.get()).isEqualTo(asked);
    }

    @Test
    void whatTheIndexLacksAfterAFailureIsFoldedWithTheNextSegment() {
        index.failing = true;
        fill();
        assertThat(index.folds).isEmpty();
        index.failing = false;
        for (int i = 0; i < 8; i++) {
            store(message(1, "message " + i + " " + "x".repeat(900)));
        }
        assertThat(index.folds).hasSizeGreaterThan(6);
        assertThat(index.folds.get(0).segment()).isEqualTo(1);
    }

    @Test
    void anIndexThatHasBrokenBeginsAnewWithoutARestart() {
        fill();
        int folded = index.folds.size();
        index.broken = true;
        for (int i = 0; i < 16; i++) {
            store(message(1, "message " + i + " " + "x".repeat(900)));
        }
        assertThat(index.broken).as("opened again").isFalse();
        assertThat(index.folds.stream().map(SegmentFold::segment).skip(folded))
                .as("all from the first")
                .startsWith(1, 2, 3)
                .isSorted();
        assertThat(index.folds.stream().map(SegmentFold::segment).skip(folded).count())
                .isGreaterThan(folded);
        assertThat(owed(1)).isEqualTo(range(1, MESSAGES + 16));
    }

    /** Counts come from the last checkpoint, and from what was stored since: after a crash, too, with branches across segments. */
    @Test
    void whatIsOwedIsKnownWithoutReadingOlderSegments() {
        fill();
        store(new Prepare(branch(1), List.of(message(1, "b".repeat(500)), settle(1, 2))));
        for (int i = 0; i < 10; i++) {
            store(message(2, "z".repeat(1_500)));
        }
        store(new CommitBranch(branch(1)));
        store(settle(1, 10, 11));
        for (boolean clean : List.of(true, false)) {
            restart(clean, new SpiedIndex(new MemoryIndex()).failing());
            assertThat(store.owedCount(1)).isEqualTo(MESSAGES - 2);
            assertThat(store.owedCount(2)).isEqualTo(MESSAGES + 10);
            assertThat(owed(1))
                    .hasSize(MESSAGES - 2)
                    .doesNotContain(2L, 10L, 11L)
                    .contains(MESSAGES + 1L);
        }
        // Nothing is owed of destination 1 when all is settled: its segments can go.
        store(settle(1, LongStream.rangeClosed(1, MESSAGES + 1).toArray()));
        assertThat(store.owedCount(1)).isZero();
        assertThat(owed(1)).isEmpty();
    }
}
