package io.narabi.store.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.index.StateFold.SettledPositions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every index must do with segments and definitions. */
abstract class StoreIndexContract {

    static final long STORE = 0x1122334455667788L;

    private StoreIndex index;

    /** An empty index, not opened yet. */
    abstract StoreIndex create();

    /** What a restart finds of the index, which has been closed; not opened yet. */
    abstract StoreIndex again(StoreIndex closed);

    @BeforeEach
    void openEmpty() {
        index = create();
        assertThat(index.open(STORE, 1_000)).isEqualTo(Folded.NOTHING);
    }

    @AfterEach
    void closeIt() {
        index.close();
        end();
    }

    /** After all is closed. */
    void end() {}

    final StoreIndex index() {
        return index;
    }

    /** Closes the index and opens what a restart finds. */
    final Folded reopen(long storeId, long lastCommit) {
        index.close();
        index = again(index);
        return index.open(storeId, lastCommit);
    }

    static <T> T get(CompletableFuture<T> future) {
        return future.join();
    }

    static IndexedBlock block(int destination, long firstSequence, int count, int place) {
        return new IndexedBlock(destination, firstSequence, count, count % 2 == 0, 16 * count, 3, place, place + 7);
    }

    /** Blocks of a destination, one behind the other without gaps. */
    static List<IndexedBlock> blocks(int destination, long firstSequence, int... counts) {
        List<IndexedBlock> blocks = new ArrayList<>();
        long next = firstSequence;
        for (int count : counts) {
            blocks.add(block(destination, next, count, (int) next * 100));
            next += count;
        }
        return blocks;
    }

    @SafeVarargs
    static List<IndexedBlock> all(List<IndexedBlock>... parts) {
        List<IndexedBlock> all = new ArrayList<>();
        for (List<IndexedBlock> part : parts) {
            all.addAll(part);
        }
        return all;
    }

    static StateFold state(long commit, Integer... segments) {
        return new StateFold(commit, Set.of(segments), List.of(), List.of(), List.of());
    }

    @Test
    void whatWasFoldedIsFound() {
        List<IndexedBlock> first = blocks(1, 1, 1, 5, 2);
        List<IndexedBlock> second = blocks(2, Long.MAX_VALUE - 100, 3, 4);
        get(index.fold(new SegmentFold(7, 12, all(first, second))));

        assertThat(get(index.blocks(7, 1, 1, 100))).isEqualTo(first);
        assertThat(get(index.blocks(7, 2, 0, 100))).isEqualTo(second);
    }

    @Test
    void whatIsNotThereIsEmpty() {
        get(index.fold(new SegmentFold(7, 12, blocks(1, 1, 1, 5, 2))));

        assertThat(get(index.blocks(7, 2, 0, 100))).isEmpty();
        assertThat(get(index.blocks(8, 1, 0, 100))).isEmpty();
        assertThat(get(index.blocks(7, 1, 9, 100))).isEmpty();
    }

    @Test
    void everyFieldOfABlockIsKept() {
        List<IndexedBlock> blocks = List.of(new IndexedBlock(
                Integer.MAX_VALUE,
                Long.MAX_VALUE - 1,
                1,
                true,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE - 1,
                Integer.MAX_VALUE - 2,
                Integer.MAX_VALUE - 3));
        get(index.fold(new SegmentFold(1, 1, blocks)));

        assertThat(get(index.blocks(1, Integer.MAX_VALUE, 0, 1))).isEqualTo(blocks);
    }

    @Test
    void aPageBeginsWithTheBlockThatHoldsTheSequenceOrTheNextOne() {
        List<IndexedBlock> blocks = List.of(block(1, 10, 5, 0), block(1, 15, 5, 50), block(1, 30, 2, 99));
        get(index.fold(new SegmentFold(1, 1, blocks)));

        assertThat(get(index.blocks(1, 1, Long.MIN_VALUE, 9))).isEqualTo(blocks);
        assertThat(get(index.blocks(1, 1, 9, 9))).isEqualTo(blocks);
        assertThat(get(index.blocks(1, 1, 14, 9))).isEqualTo(blocks);
        assertThat(get(index.blocks(1, 1, 15, 9))).isEqualTo(blocks.subList(1, 3));
        assertThat(get(index.blocks(1, 1, 19, 9))).isEqualTo(blocks.subList(1, 3));
        assertThat(get(index.blocks(1, 1, 20, 9))).isEqualTo(blocks.subList(2, 3));
        assertThat(get(index.blocks(1, 1, 31, 9))).isEqualTo(blocks.subList(2, 3));
        assertThat(get(index.blocks(1, 1, 32, 9))).isEmpty();
        assertThat(get(index.blocks(1, 1, Long.MAX_VALUE, 9))).isEmpty();
    }

    @Test
    void aPageHoldsAtMostWhatWasAskedFor() {
        List<IndexedBlock> blocks =
                blocks(1, 1, IntStream.range(0, 500).map(i -> 1 + i % 7).toArray());
        get(index.fold(new SegmentFold(1, 1, all(blocks(0, 1, 3), blocks, blocks(2, 1, 3)))));

        for (int max : new int[] {1, 2, 99, 500, 1000, Integer.MAX_VALUE}) {
            List<IndexedBlock> read = new ArrayList<>();
            long from = 0;
            while (true) {
                List<IndexedBlock> page = get(index.blocks(1, 1, from, max));
                assertThat(page).hasSizeLessThanOrEqualTo(max);
                if (page.isEmpty()) {
                    break;
                }
                read.addAll(page);
                IndexedBlock last = page.get(page.size() - 1);
                from = last.firstSequence() + last.count();
            }
            assertThat(read).isEqualTo(blocks);
        }
        assertThatThrownBy(() -> index.blocks(1, 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theSameSegmentAgainReplacesWhatWasThere() {
        get(index.fold(new SegmentFold(1, 5, all(blocks(1, 1, 1, 5, 2), blocks(2, 1, 9)))));
        List<IndexedBlock> anew = blocks(1, 2, 4);
        get(index.fold(new SegmentFold(1, 6, anew)));

        assertThat(get(index.blocks(1, 1, 0, 100))).isEqualTo(anew);
        assertThat(get(index.blocks(1, 2, 0, 100))).isEmpty();
    }

    @Test
    void aSegmentWithoutBlocksIsFoldedToo() {
        get(index.fold(new SegmentFold(4, 6, List.of())));

        assertThat(get(index.blocks(4, 1, 0, 100))).isEmpty();
        assertThat(reopen(STORE, 6)).isEqualTo(new Folded(Set.of(4), 6));
    }

    @Test
    void theStateTakesAwayTheBlocksOfForeignSegments() {
        for (int segment = 1; segment <= 4; segment++) {
            get(index.fold(new SegmentFold(segment, segment, blocks(1, segment * 10, 2, 3))));
        }
        get(index.fold(state(5, 2, 4, 9)));

        assertThat(get(index.blocks(1, 1, 0, 100))).isEmpty();
        assertThat(get(index.blocks(2, 1, 0, 100))).isEqualTo(blocks(1, 20, 2, 3));
        assertThat(get(index.blocks(3, 1, 0, 100))).isEmpty();
        assertThat(get(index.blocks(4, 1, 0, 100))).isEqualTo(blocks(1, 40, 2, 3));
        assertThat(reopen(STORE, 5)).isEqualTo(new Folded(Set.of(2, 4), 5));
        assertThat(get(index.blocks(1, 1, 0, 100))).isEmpty();
        assertThat(get(index.blocks(4, 1, 0, 100))).isEqualTo(blocks(1, 40, 2, 3));
    }

    @Test
    void definitionsOfAnyShapeAreTaken() {
        String odd = "a'b\"\n\r\t\0\\u0041 Müller & Söhne 並び \uD83D\uDE00 \uD800 end  ";
        List<DefineDestination> destinations = List.of(
                new DefineDestination(1, "queue:orders", Map.of("acceptance", "FIFO", "", odd), 1),
                new DefineDestination(2, odd, Map.of(), -1));
        List<DefineSubscription> subscriptions = List.of(
                new DefineSubscription(1, 1, "", Map.of("a", "b")), new DefineSubscription(2, 2, odd, Map.of()));
        List<SettledPositions> settled = List.of(
                new SettledPositions(1, 10, 5, Map.of(0L, new byte[] {1, 2}, 77L, new byte[100_000])),
                new SettledPositions(2, Long.MAX_VALUE, Long.MAX_VALUE, Map.of()));
        get(index.fold(new StateFold(1, Set.of(), destinations, subscriptions, settled)));
        get(index.fold(new StateFold(
                2, Set.of(), destinations.subList(1, 2), subscriptions.subList(1, 2), settled.subList(1, 2))));
        get(index.fold(new StateFold(3, Set.of(), destinations, subscriptions, settled)));

        assertThat(reopen(STORE, 3)).isEqualTo(new Folded(Set.of(), 3));
    }

    @Test
    void theCommitIsTheHighestThatWasFolded() {
        get(index.fold(new SegmentFold(1, 20, List.of())));
        get(index.fold(state(30, 1, 2)));
        get(index.fold(new SegmentFold(2, 25, List.of())));

        assertThat(reopen(STORE, 30)).isEqualTo(new Folded(Set.of(1, 2), 30));
    }

    @Test
    void anIndexThatIsAheadOfTheJournalBeginsAnew() {
        get(index.fold(new SegmentFold(1, 20, blocks(1, 1, 3))));

        assertThat(reopen(STORE, 19)).isEqualTo(Folded.NOTHING);
        assertThat(get(index.blocks(1, 1, 0, 100))).isEmpty();
        get(index.fold(new SegmentFold(2, 19, blocks(1, 1, 3))));
        assertThat(reopen(STORE, 19)).isEqualTo(new Folded(Set.of(2), 19));
    }

    @Test
    void anotherStoresIndexBeginsAnew() {
        get(index.fold(new SegmentFold(1, 20, blocks(1, 1, 3))));

        assertThat(reopen(STORE + 1, 20)).isEqualTo(Folded.NOTHING);
        assertThat(get(index.blocks(1, 1, 0, 100))).isEmpty();
        assertThat(reopen(STORE + 1, 20)).isEqualTo(Folded.NOTHING);
    }

    @Test
    void isOpenedOnce() {
        assertThatThrownBy(() -> index.open(STORE, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingAgainDoesNothingAndWhatIsAskedLaterFails() {
        index.close();
        index.close();

        refused("fold", () -> index.fold(new SegmentFold(1, 1, List.of())));
        refused("fold", () -> index.fold(state(1)));
        refused("blocks", () -> index.blocks(1, 1, 1, 1));
        refused("write", () -> index.lanes().write(1, 1, new byte[1]));
        refused("read", () -> index.lanes().read(1, 1));
        refused("load", () -> index.lanes().load(1));
        refused("save", () -> index.lanes().save(1, new LaneIndex.SavedLanes(1, "", List.of())));
        refused("drop", () -> index.lanes().drop(1));
    }

    private void refused(String what, Supplier<CompletableFuture<?>> call) {
        assertThat(call.get())
                .as(what)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IndexException.class);
    }

    @Test
    void whatWasAskedForBeforeTheCloseIsDone() {
        List<CompletableFuture<Void>> folds = IntStream.range(0, 20)
                .mapToObj(segment -> index.fold(new SegmentFold(segment, segment, blocks(1, segment * 9L, 4, 5))))
                .toList();
        CompletableFuture<byte[]> read = index.lanes()
                .write(1, 1, new byte[] {5})
                .thenCompose(done -> index.lanes().read(1, 1));
        index.close();

        assertThat(folds).allSatisfy(fold -> assertThat(fold).isCompleted());
        assertThat(read).isDone();
        assertThat(reopen(STORE, 100).segments()).hasSize(20);
    }
}
