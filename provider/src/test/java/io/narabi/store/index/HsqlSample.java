package io.narabi.store.index;

import static io.narabi.store.index.HsqlFiles.of;
import static io.narabi.store.index.HsqlFiles.segment;
import static io.narabi.store.index.StoreIndexContract.STORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.Environment;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** An index with a bit of everything, which is then damaged: what it gives afterwards must be right, or a failure. */
final class HsqlSample {

    static final int SEGMENTS = 4;
    static final int DESTINATIONS = 3;
    static final int BLOCKS = 150;
    static final SavedLanes SAVED =
            new SavedLanes(77, "signature", List.of(LaneIndexContract.lane("g", 3), LaneIndexContract.lane("h", 5, 9)));

    private HsqlSample() {}

    /** An index with all that is asked for by {@link #onlyRightOrRefused}, open. */
    static HsqlIndex filled(Environment environment, Path path) {
        HsqlIndex index = new HsqlIndex(environment, path);
        index.open(STORE, 1_000);
        for (int number = 1; number <= SEGMENTS; number++) {
            index.fold(segment(number, DESTINATIONS, BLOCKS)).join();
            if (number == 2) {
                // So that there is something in each of the files.
                index.close();
                index = new HsqlIndex(environment, path);
                index.open(STORE, 1_000);
            }
        }
        for (long chunk : new long[] {3, 5, 9}) {
            index.lanes().write(1, chunk, LaneIndexContract.postings(chunk)).join();
        }
        index.lanes().save(1, SAVED).join();
        return index;
    }

    /** Looks everything up; says whether any of it was refused. */
    static boolean onlyRightOrRefused(HsqlIndex index, Set<Integer> segments) {
        boolean refused = false;
        for (int number : segments) {
            SegmentFold fold = segment(number, DESTINATIONS, BLOCKS);
            for (int destination = 1; destination <= DESTINATIONS + 1; destination++) {
                Optional<List<IndexedBlock>> found = orRefused(index.blocks(number, destination, 0, 40));
                List<IndexedBlock> all = of(fold, destination);
                if (found.isPresent()) {
                    assertThat(found.get()).isEqualTo(all.subList(0, Math.min(40, all.size())));
                }
                Optional<List<IndexedBlock>> rest =
                        orRefused(index.blocks(number, destination, 1_000_000L * number + 200, 1_000));
                rest.ifPresent(blocks -> assertThat(blocks)
                        .isEqualTo(all.stream()
                                .filter(block -> block.firstSequence() + block.count() > 1_000_000L * number + 200)
                                .toList()));
                refused |= found.isEmpty() || rest.isEmpty();
            }
        }
        Optional<Optional<SavedLanes>> lanes = orRefused(index.lanes().load(1));
        refused |= lanes.isEmpty();
        if (lanes.isPresent() && lanes.get().isPresent()) {
            assertThat(lanes.get().get().signature()).isEqualTo(SAVED.signature());
            assertThat(lanes.get().get().frontier()).isEqualTo(SAVED.frontier());
            assertThat(MemoryLanes.named(lanes.get().get())).isEqualTo(MemoryLanes.named(SAVED));
            for (long chunk : MemoryLanes.named(SAVED)) {
                Optional<byte[]> postings = orRefused(index.lanes().read(1, chunk));
                refused |= postings.isEmpty();
                postings.ifPresent(bytes -> assertThat(bytes).isEqualTo(LaneIndexContract.postings(chunk)));
            }
        }
        return refused;
    }

    private static <T> Optional<T> orRefused(CompletableFuture<T> future) {
        try {
            return Optional.of(future.join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(IndexException.class);
            return Optional.empty();
        }
    }

    /** Whatever it was, what is folded after it is found. */
    static void goesOn(Environment environment, Path path) {
        HsqlIndex index = new HsqlIndex(environment, path);
        index.open(STORE, 1_000);
        index.fold(segment(50, 1, 10)).join();
        assertThat(index.blocks(50, 1, 0, 100).join()).isEqualTo(of(segment(50, 1, 10), 1));
        index.close();
    }
}
