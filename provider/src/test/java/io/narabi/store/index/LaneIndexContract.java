package io.narabi.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.index.LaneIndex.SavedChunk;
import io.narabi.store.index.LaneIndex.SavedLane;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every index must do with blocked lanes, too. */
abstract class LaneIndexContract extends StoreIndexContract {

    private static final byte[] NONE = {};

    static byte[] postings(long seed) {
        byte[] postings = new byte[(int) (seed % 700)];
        new Random(seed).nextBytes(postings);
        return postings;
    }

    private LaneIndex lanes() {
        return index().lanes();
    }

    private void write(int subscription, long... chunks) {
        LongStream.of(chunks).forEach(chunk -> get(lanes().write(subscription, chunk, postings(chunk))));
    }

    /** A lane with chunks that were written. */
    static SavedLane lane(String name, long... chunks) {
        return new SavedLane(
                name,
                LongStream.of(chunks)
                        .mapToObj(chunk -> new SavedChunk(chunk, NONE, new byte[] {(byte) chunk, 1}))
                        .toList());
    }

    private void isThere(int subscription, long chunk) {
        assertThat(get(lanes().read(subscription, chunk))).isEqualTo(postings(chunk));
    }

    private void isGone(int subscription, long chunk) {
        assertThat(lanes().read(subscription, chunk))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IndexException.class)
                .withMessageContaining("chunk " + chunk)
                .withMessageContaining("subscription " + subscription);
    }

    /** As something that has equality. */
    private static List<String> readable(SavedLanes lanes) {
        List<String> lines = new ArrayList<>();
        for (SavedLane lane : lanes.lanes()) {
            lines.add("lane " + lane.lane());
            for (SavedChunk chunk : lane.chunks()) {
                lines.add(chunk.chunk() + " " + Arrays.toString(chunk.postings()) + Arrays.toString(chunk.facts()));
            }
        }
        return lines;
    }

    private void holds(int subscription, SavedLanes expected) {
        SavedLanes found = get(lanes().load(subscription)).orElseThrow();
        assertThat(found.frontier()).isEqualTo(expected.frontier());
        assertThat(found.signature()).isEqualTo(expected.signature());
        assertThat(readable(found)).isEqualTo(readable(expected));
    }

    @Test
    void aChunkIsReadAsItWasWritten() {
        write(1, 1, 2, Long.MAX_VALUE);
        write(2, 2);
        get(lanes().write(2, 3, NONE));
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        get(lanes().write(2, 4, large));

        isThere(1, 1);
        isThere(1, 2);
        isThere(1, Long.MAX_VALUE);
        isThere(2, 2);
        assertThat(get(lanes().read(2, 3))).isEmpty();
        assertThat(get(lanes().read(2, 4))).isEqualTo(large);
        isGone(2, 1);
        isGone(3, 1);
    }

    @Test
    void aFailedReadSpoilsNothing() {
        isGone(1, 1);
        write(1, 1);
        isThere(1, 1);
    }

    @Test
    void nothingSavedIsEmpty() {
        write(1, 1);
        assertThat(get(lanes().load(2))).isEqualTo(Optional.empty());
    }

    @Test
    void whatWasSavedIsLoadedAlsoAfterARestart() {
        String odd = "a'b\"\n\r\t\0\\u0041 Müller & Söhne 並び \uD83D\uDE00 \uD800 end  ";
        write(1, 1, 2, 3);
        SavedLanes saved = new SavedLanes(
                Long.MAX_VALUE,
                odd,
                List.of(
                        lane("g", 3, 1),
                        lane(odd),
                        new SavedLane(
                                "",
                                List.of(
                                        new SavedChunk(0, new byte[] {1, 0, -1}, NONE),
                                        new SavedChunk(2, NONE, new byte[] {9})))));
        get(lanes().save(1, saved));
        get(lanes().save(2, new SavedLanes(0, "", List.of())));

        holds(1, saved);
        reopen(STORE, 1);
        holds(1, saved);
        holds(2, new SavedLanes(0, "", List.of()));
        isThere(1, 1);
        isThere(1, 2);
        isThere(1, 3);
    }

    @Test
    void aSaveReplacesTheOneBeforeAndTakesAwayTheChunksItDoesNotName() {
        write(1, 1, 2, 3, 4);
        write(2, 2);
        get(lanes().save(1, new SavedLanes(5, "a", List.of(lane("g", 1, 2), lane("h", 3)))));
        isGone(1, 4);
        write(1, 5);
        SavedLanes second = new SavedLanes(6, "b", List.of(lane("h", 3, 5)));
        get(lanes().save(1, second));

        holds(1, second);
        isGone(1, 1);
        isGone(1, 2);
        isThere(1, 3);
        isThere(1, 5);
        isThere(2, 2);
        reopen(STORE, 1);
        isGone(1, 1);
        isThere(1, 3);
        holds(1, second);
    }

    @Test
    void chunksThatWereNotSavedAreGoneAfterARestart() {
        write(1, 1, 2);
        write(2, 1);
        get(lanes().save(1, new SavedLanes(5, "a", List.of(lane("g", 1, 2)))));
        write(1, 3, 4);

        reopen(STORE, 1);
        isGone(1, 3);
        isGone(2, 1);
        // Their numbers are free.
        get(lanes().write(1, 4, postings(77)));
        assertThat(get(lanes().read(1, 4))).isEqualTo(postings(77));
        isThere(1, 1);
        assertThat(get(lanes().load(2))).isEmpty();
    }

    @Test
    void aSaveThatNamesWhatIsNotThereFailsAndChangesNothing() {
        write(1, 1, 2);
        SavedLanes saved = new SavedLanes(5, "a", List.of(lane("g", 1)));
        get(lanes().save(1, saved));
        write(1, 3);

        assertThat(lanes().save(1, new SavedLanes(6, "b", List.of(lane("g", 1, 2)))))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IndexException.class)
                .withMessageContaining("chunk 2");
        isThere(1, 3);
        holds(1, saved);
    }

    @Test
    void chunksThatAreBeingWrittenWhenASaveIsAskedForAreKept() {
        for (long chunk = 1; chunk <= 50; chunk++) {
            lanes().write(1, chunk, postings(chunk));
            lanes().save(1, new SavedLanes(chunk, "", List.of(lane("g", chunk))));
            lanes().write(1, chunk + 100, postings(chunk + 100));
        }
        get(lanes().save(1, new SavedLanes(51, "", List.of(lane("g", 50, 150)))));
        isThere(1, 50);
        isThere(1, 150);
        isGone(1, 149);
    }

    @Test
    void whatWasDroppedIsGone() {
        write(1, 1, 2);
        write(2, 1);
        SavedLanes other = new SavedLanes(5, "a", List.of(lane("g", 1)));
        get(lanes().save(1, other));
        get(lanes().save(2, other));
        write(1, 3);
        get(lanes().drop(1));
        get(lanes().drop(1));

        isGone(1, 1);
        isGone(1, 3);
        assertThat(get(lanes().load(1))).isEmpty();
        reopen(STORE, 1);
        isGone(1, 1);
        assertThat(get(lanes().load(1))).isEmpty();
        isThere(2, 1);
        holds(2, other);
    }

    @Test
    void aSubscriptionThatIsNoLongerInForceTakesItsLanesWithIt() {
        List<DefineSubscription> two =
                List.of(new DefineSubscription(1, 1, "a", Map.of()), new DefineSubscription(2, 1, "b", Map.of()));
        get(index().fold(new StateFold(1, Set.of(), List.of(), two, List.of())));
        SavedLanes saved = new SavedLanes(5, "a", List.of(lane("g", 1)));
        for (int subscription = 1; subscription <= 3; subscription++) {
            write(subscription, 1);
            get(lanes().save(subscription, saved));
        }
        get(index().fold(new StateFold(2, Set.of(), List.of(), two.subList(1, 2), List.of())));

        isGone(1, 1);
        assertThat(get(lanes().load(1))).isEmpty();
        isThere(2, 1);
        // Not in force yet as of that commit.
        isThere(3, 1);
        reopen(STORE, 2);
        assertThat(get(lanes().load(1))).isEmpty();
        holds(3, saved);
    }

    @Test
    void manyLanes() {
        write(1, 1);
        List<SavedLane> many = IntStream.range(0, 3_000)
                .mapToObj(i -> new SavedLane(
                        "group " + i, List.of(new SavedChunk(0, postings(i % 50), new byte[] {(byte) i}))))
                .toList();
        SavedLanes saved = new SavedLanes(1, "s", many);
        get(lanes().save(1, saved));
        holds(1, saved);
        reopen(STORE, 1);
        holds(1, saved);
    }

    @Test
    void anIndexThatBeginsAnewHasNoLanes() {
        write(1, 1);
        get(lanes().save(1, new SavedLanes(5, "a", List.of(lane("g", 1)))));

        reopen(STORE + 1, 1);
        assertThat(get(lanes().load(1))).isEmpty();
        isGone(1, 1);
    }
}
