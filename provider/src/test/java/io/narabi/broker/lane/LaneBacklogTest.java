package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.store.index.LaneIndex.SavedChunk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DESIGN §3 "Dispatch": what is beyond a lane's window takes next to no memory, and is read back in order. */
class LaneBacklogTest {

    private static final int MILLION = 1_000_000;
    /** The first chunk, the one behind it on its way, and the last one; each a few kilobytes. */
    private static final int FEW_CHUNKS = 3 * 4096;

    private record Posting(long sequence, int priority) {}

    private final FailingIndex index = new FailingIndex();

    private BacklogStore store(LaneLimits limits) {
        return new BacklogStore(index, 1, limits, 0);
    }

    private static List<Posting> drain(LaneBacklog backlog) {
        List<Posting> taken = new ArrayList<>();
        while (backlog.size() > 0) {
            assertThat(backlog.isReadable()).isTrue();
            int before = backlog.highestPriority();
            taken.add(new Posting(backlog.removeFirst(), before));
        }
        return taken;
    }

    @Test
    void aMillionPostingsTakeAFewKilobytes() {
        BacklogStore store = store(LaneLimits.DEFAULT);
        LaneBacklog backlog = new LaneBacklog(store);
        long most = 0;
        for (int i = 1; i <= MILLION; i++) {
            backlog.add(3L * i, 4);
            store.sweep();
            most = i % 1_000 == 0 ? Math.max(most, backlog.bytes()) : most;
        }

        assertThat(most).isLessThan(FEW_CHUNKS);
        assertThat(index.written).isGreaterThan(MILLION / 4096 - 3);
        for (int i = 1; i <= MILLION; i++) {
            if (!backlog.isReadable() || backlog.removeFirst() != 3L * i) {
                throw new AssertionError(i + " does not come when it should");
            }
            most = i % 1_000 == 0 ? Math.max(most, backlog.bytes()) : most;
        }
        assertThat(backlog.size()).isZero();
        assertThat(most).isLessThan(FEW_CHUNKS);
    }

    @Test
    void whatTheIndexDoesNotTakeStaysInMemory() {
        index.failsToWrite = () -> true;
        BacklogStore store = store(LaneLimits.DEFAULT);
        LaneBacklog backlog = new LaneBacklog(store);
        for (int i = 1; i <= 50_000; i++) {
            backlog.add(i, 4);
            store.sweep();
        }

        assertThat(index.written).isPositive();
        assertThat(backlog.bytes()).isGreaterThan(50_000);
        index.failsToRead = () -> true;
        assertThat(drain(backlog)).hasSize(50_000);
    }

    @Test
    void whatTheIndexRefusedIsOfferedAgain() {
        boolean[] fails = {true};
        index.failsToWrite = () -> fails[0];
        BacklogStore store = store(LaneLimits.DEFAULT);
        LaneBacklog backlog = new LaneBacklog(store);
        for (int i = 1; i <= 100_000; i++) {
            fails[0] = i < 30_000;
            backlog.add(i, 4);
            store.sweep();
        }

        assertThat(backlog.bytes()).isLessThan(2 * FEW_CHUNKS);
        assertThat(drain(backlog)).hasSize(100_000);
    }

    /** Until it is written it is there. */
    @Test
    void aSlowIndexIsNotWaitedForToWrite() {
        index.slow = true;
        BacklogStore store = store(LaneLimits.DEFAULT);
        LaneBacklog backlog = new LaneBacklog(store);
        for (int i = 1; i <= 50_000; i++) {
            backlog.add(i, 4);
            store.sweep();
        }

        assertThat(backlog.bytes()).isGreaterThan(50_000);
        index.work();
        store.sweep();
        assertThat(backlog.bytes()).isLessThan(FEW_CHUNKS);
    }

    @Test
    void whatIsReadIsWhatWasWritten() {
        BacklogStore store = store(new LaneLimits(3, 24, 1_000));
        LaneBacklog backlog = new LaneBacklog(store);
        for (int i = 1; i <= 100; i++) {
            backlog.add(i, 4);
        }
        store.sweep();
        int chunks = index.written;
        for (long chunk = 1; chunk <= chunks; chunk++) {
            // Another chunk of the same length.
            index.write(1, chunk, new byte[] {9, 4, 2, 2, 2, 2});
        }

        List<Long> read = new ArrayList<>();
        while (backlog.size() > 0 && backlog.isReadable()) {
            read.add(backlog.removeFirst());
        }
        assertThat(read).isNotEmpty().hasSizeLessThan(100).isSorted();
        assertThat(backlog.firstSequence()).isEqualTo(read.get(read.size() - 1) + 1);
    }

    @Test
    void sequencesAscend() {
        LaneBacklog backlog = new LaneBacklog(store(LaneLimits.DEFAULT));
        backlog.add(7, 4);

        assertThatThrownBy(() -> backlog.add(7, 4)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Beside a plain queue: added, taken, cut, saved and taken up again at random. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void isTheSameAsAQueue(long seed) {
        Random random = new Random(seed);
        LaneLimits limits = new LaneLimits(3, seed % 2 == 0 ? 24 : 100, 1_000_000);
        BacklogStore store = store(limits);
        LaneBacklog backlog = new LaneBacklog(store);
        ArrayDeque<Posting> queue = new ArrayDeque<>();
        long sequence = 0;
        for (int step = 0; step < 3_000; step++) {
            index.slow = random.nextInt(20) == 0 ? !index.slow : index.slow;
            int choice = random.nextInt(100);
            if (choice < 60) {
                for (int i = random.nextInt(30); i > 0; i--) {
                    sequence += 1 + (random.nextInt(5) == 0 ? random.nextInt(100_000) : 0);
                    Posting added = new Posting(sequence, random.nextInt(4) == 0 ? random.nextInt(10) : 4);
                    queue.add(added);
                    backlog.add(added.sequence(), added.priority());
                }
            } else if (choice < 97) {
                for (int i = random.nextInt(40); i > 0 && !queue.isEmpty(); i--) {
                    assertThat(backlog.isReadable()).isTrue();
                    assertThat(backlog.removeFirst()).isEqualTo(queue.remove().sequence());
                }
            } else if (choice < 98) {
                long cut = backlog.boundary(sequence - random.nextInt(50));
                backlog.cut(cut);
                queue.removeIf(posting -> posting.sequence() >= cut);
            } else if (choice == 98) {
                index.work();
            } else if (backlog.size() > 0) {
                backlog = saved(backlog, store, queue);
            }
            store.sweep();
            assertThat(backlog.size()).isEqualTo(queue.size());
            assertThat(backlog.highestPriority())
                    .isEqualTo(queue.stream().mapToInt(Posting::priority).max().orElse(-1));
            if (!queue.isEmpty()) {
                assertThat(backlog.firstSequence()).isEqualTo(queue.peek().sequence());
            }
        }
        assertThat(index.read).isPositive();
    }

    private LaneBacklog saved(LaneBacklog backlog, BacklogStore store, ArrayDeque<Posting> queue) {
        index.work();
        store.sweep();
        LaneBacklog restored = new LaneBacklog(store);
        List<SavedChunk> chunks = new ArrayList<>();
        List<SavedChunk> kept = new ArrayList<>();
        backlog.save(Long.MAX_VALUE, chunks, kept);
        assertThat(kept).isEmpty();
        for (SavedChunk chunk : chunks) {
            Postings postings = chunk.chunk() == 0 ? Postings.of(chunk.postings()) : null;
            restored.restore(new PostingChunk(chunk.chunk(), postings, ChunkFacts.decode(chunk.facts())));
        }
        assertThat(restored.size()).isEqualTo(queue.size());
        return restored;
    }
}
