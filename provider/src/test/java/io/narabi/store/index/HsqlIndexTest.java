package io.narabi.store.index;

import static io.narabi.store.index.HsqlFiles.of;
import static io.narabi.store.index.HsqlFiles.segment;
import static io.narabi.store.index.StoreIndexContract.STORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.index.LaneIndex.SavedChunk;
import io.narabi.store.index.LaneIndex.SavedLane;
import io.narabi.store.index.LaneIndex.SavedLanes;
import io.narabi.store.index.StateFold.SettledPositions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the index on HSQLDB promises beyond the contract. */
class HsqlIndexTest {

    private static final Logger LOG = LoggerFactory.getLogger(HsqlIndexTest.class);

    private final FullDisk disk = new FullDisk();
    private final SystemEnvironment environment = new SystemEnvironment(disk);

    @TempDir
    Path directory;

    private HsqlIndex index;

    @AfterEach
    void closeAll() {
        if (index != null) {
            index.close();
        }
        environment.close();
    }

    private Folded open() {
        index = new HsqlIndex(environment, directory);
        return index.open(STORE, 1_000_000);
    }

    private Folded reopen() {
        index.close();
        return open();
    }

    private static void isRefused(CompletableFuture<?> future, String because) {
        assertThat(future)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IndexException.class)
                .withMessageContaining(because);
    }

    private static StateFold state(long commit, Integer... segments) {
        return StoreIndexContract.state(commit, segments);
    }

    @Test
    void aLargeSegmentIsFoldedInPartsAndTheLogStaysShort() throws IOException {
        open();
        SegmentFold large = segment(1, 4, 20_000);
        long longest = 0;
        long begun = System.nanoTime();
        CompletableFuture<Void> fold = index.fold(large);
        while (!fold.isDone()) {
            // Each of these goes by between two parts.
            index.lanes().load(1).join();
            longest = Math.max(longest, log());
        }
        fold.join();
        double seconds = (System.nanoTime() - begun) / 1e9;
        LOG.info(
                "Folded {} rows/s; longest log {} bytes",
                Math.round(large.blocks().size() / seconds),
                longest);

        assertThat(longest).isBetween(1L, HsqlDatabase.CHECKPOINT_LOG_BYTES + 1_000_000);
        assertThat(index.blocks(1, 3, 0, 1_000_000).join()).isEqualTo(of(large, 3));
        begun = System.nanoTime();
        long from = 1_000_000;
        int pages = 0;
        for (List<IndexedBlock> page = index.blocks(1, 2, from, 100).join(); !page.isEmpty(); pages++) {
            IndexedBlock last = page.get(page.size() - 1);
            page = index.blocks(1, 2, last.firstSequence() + last.count(), 100).join();
        }
        LOG.info("Read {} pages of 100, {} us each", pages, (System.nanoTime() - begun) / 1000 / pages);
        assertThat(pages).isEqualTo(200);
    }

    private long log() throws IOException {
        Path log = directory.resolve("index.log");
        return Files.exists(log) ? Files.size(log) : 0;
    }

    @Test
    void aLaneGoesByASegmentThatIsBeingFolded() {
        open();
        CompletableFuture<Void> fold = index.fold(segment(1, 1, 40_000));
        CompletableFuture<Boolean> foldedFirst =
                index.lanes().write(1, 1, new byte[10]).thenApply(done -> fold.isDone());

        assertThat(foldedFirst.join()).isFalse();
        fold.join();
    }

    @Test
    void theFileDoesNotGrowWhileSegmentsComeAndGo() throws IOException {
        open();
        long early = 0;
        for (int round = 1; round <= 50; round++) {
            index.fold(segment(round, 3, 600));
            index.lanes().write(1, round, new byte[20_000]);
            SavedChunk chunk = new SavedChunk(round, new byte[0], new byte[5_000]);
            index.lanes().save(1, new SavedLanes(round, "", List.of(new SavedLane("g", List.of(chunk)))));
            index.fold(state(round * 10L + 1, round - 1, round)).join();
            if (round == 20) {
                early = Files.size(directory.resolve("index.data"));
            }
        }

        assertThat(Files.size(directory.resolve("index.data"))).isEqualTo(early);
        assertThat(index.blocks(49, 2, 0, 5_000).join()).isEqualTo(of(segment(49, 3, 600), 2));
        assertThat(index.blocks(48, 2, 0, 5_000).join()).isEmpty();
    }

    @Test
    void whatAHalfFoldedSegmentLeftIsClearedAway() throws Exception {
        open();
        index.fold(segment(1, 1, 10)).join();
        index.fold(segment(3, 1, 10)).join();
        index.close();
        HsqlFiles.sql(directory, "DELETE FROM segments WHERE segment = 3");

        assertThat(open()).isEqualTo(new Folded(Set.of(1), 30));
        assertThat(index.blocks(3, 1, 0, 100).join()).isEmpty();
        index.fold(segment(2, 1, 10)).join();
        index.close();
        assertThat(HsqlFiles.number(directory, "SELECT COUNT(*) FROM blocks")).isEqualTo(20);
        assertThat(open()).isEqualTo(new Folded(Set.of(1, 2), 30));
        index.fold(segment(3, 1, 20)).join();
        assertThat(index.blocks(3, 1, 0, 100).join()).isEqualTo(of(segment(3, 1, 20), 1));
    }

    @Test
    void aNearlyFullDiskIsNotWrittenToAndWorksAgainWhenThereIsRoom() {
        open();
        index.fold(segment(1, 1, 100)).join();
        index.lanes().write(1, 1, new byte[10]).join();
        disk.usable(1_000_000);
        // The free space is looked at only now and then.
        CompletableFuture<Void> large = index.fold(segment(2, 1, 50_000));

        isRefused(large, "1000000 bytes left");
        isRefused(index.fold(segment(3, 1, 1)), "1000000 bytes left");
        isRefused(index.lanes().write(1, 2, new byte[10]), "1000000 bytes left");
        assertThat(index.blocks(1, 1, 0, 100).join()).isEqualTo(of(segment(1, 1, 100), 1));
        assertThat(index.blocks(2, 1, 0, 100).join()).isEmpty();
        assertThat(index.lanes().read(1, 1).join()).hasSize(10);
        disk.usable(Long.MAX_VALUE);
        index.fold(segment(2, 1, 50)).join();
        index.lanes().write(1, 2, new byte[10]).join();
        assertThat(reopen()).isEqualTo(new Folded(Set.of(1, 2), 20));
        assertThat(index.blocks(2, 1, 0, 100).join()).isEqualTo(of(segment(2, 1, 50), 1));
    }

    @Test
    void noIndexIsMadeOnANearlyFullDiskAndAllFails() {
        disk.usable(1_000_000);
        assertThat(open()).isEqualTo(Folded.NOTHING);
        isRefused(index.fold(segment(1, 1, 1)), "1000000 bytes left");
        isRefused(index.lanes().load(1), "1000000 bytes left");
        disk.usable(Long.MAX_VALUE);
        assertThat(index.open(STORE, 5)).isEqualTo(Folded.NOTHING);
        index.fold(segment(1, 1, 1)).join();
    }

    @Test
    void whatTheLogDoesNotKeepIsNotCalledDurable() throws IOException {
        open();
        index.fold(segment(1, 1, 100)).join();
        // HSQLDB goes on writing to the file that has no name any more, and notices nothing.
        Files.delete(directory.resolve("index.log"));

        isRefused(index.fold(segment(2, 1, 100)), "does not end with the transaction");
        isRefused(index.blocks(1, 1, 0, 1), "does not end with the transaction");
        assertThat(HsqlFiles.names(directory)).isEmpty();
        assertThatThrownBy(() -> Files.size(directory.resolve("index.data"))).isInstanceOf(IOException.class);
        assertThat(index.open(STORE, 100)).isEqualTo(Folded.NOTHING);
        index.fold(segment(1, 1, 100)).join();
        assertThat(reopen().segments()).containsExactly(1);
    }

    @Test
    void aNewerSchemaBeginsAnew() throws Exception {
        open();
        index.fold(segment(1, 1, 100)).join();
        index.close();
        HsqlFiles.sql(directory, "INSERT INTO schema_versions VALUES (99, 'V099__later.sql')");

        assertThat(open()).isEqualTo(Folded.NOTHING);
        index.fold(segment(1, 1, 100)).join();
        assertThat(reopen().segments()).containsExactly(1);
    }

    @Test
    void theTablesOfTheStateHoldWhatIsInForceAndNothingElse() throws Exception {
        open();
        for (int last = 3; last >= 2; last--) {
            index.fold(new StateFold(
                            4 - last,
                            Set.of(),
                            List.of(new DefineDestination(last, "queue:" + last, Map.of("a", "" + last), 5)),
                            List.of(new DefineSubscription(last, last, "s", Map.of("b", "" + last))),
                            List.of(new SettledPositions(last, last, 1, Map.of((long) last, new byte[last])))))
                    .join();
        }
        index.close();

        assertThat(HsqlFiles.number(directory, "SELECT SUM(destination) FROM destinations"))
                .isEqualTo(2);
        assertThat(HsqlFiles.number(directory, "SELECT SUM(destination) FROM destination_attributes"))
                .isEqualTo(2);
        assertThat(HsqlFiles.number(directory, "SELECT SUM(subscription) FROM subscriptions"))
                .isEqualTo(2);
        assertThat(HsqlFiles.number(directory, "SELECT SUM(subscription) FROM subscription_attributes"))
                .isEqualTo(2);
        assertThat(HsqlFiles.number(directory, "SELECT SUM(settled_below) FROM settled_positions"))
                .isEqualTo(2);
        assertThat(HsqlFiles.number(directory, "SELECT SUM(OCTET_LENGTH(bitmap)) FROM settled_ranges"))
                .isEqualTo(2);
    }

    @Test
    void otherFilesInTheDirectoryAreLeftAlone() throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "mine");
        Files.writeString(directory.resolve("index.script"), "not SQL");

        assertThat(open()).isEqualTo(Folded.NOTHING);
        index.fold(segment(1, 1, 1)).join();
        assertThat(directory.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void aPathMayHoldAnything() throws IOException {
        directory = directory.resolve("a;b=c d%20e ${user.home} ü");
        open();
        index.fold(segment(1, 1, 100)).join();

        assertThat(HsqlFiles.names(directory)).contains("index.data", "index.log");
        assertThat(reopen().segments()).containsExactly(1);
    }

    @Test
    void aCallersInterruptIsKeptFromTheDatabase() {
        Thread.currentThread().interrupt();
        try {
            open();
            CompletableFuture<Void> fold = index.fold(segment(1, 1, 100));
            CompletableFuture<byte[]> chunk = index.lanes()
                    .write(1, 1, new byte[7])
                    .thenCompose(done -> index.lanes().read(1, 1));
            assertThat(chunk.join()).hasSize(7);
            reopen();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThat(fold).isCompleted();
            assertThat(index.blocks(1, 1, 0, 1_000).join()).hasSize(100);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void anEnvironmentThatIsClosedFirstKeepsNothingOpen() throws Exception {
        open();
        CompletableFuture<Void> fold = index.fold(segment(1, 1, 20_000));
        environment.close();

        assertThat(fold).succeedsWithin(Duration.ofSeconds(10));
        isRefused(index.fold(segment(2, 1, 1)), "is closed");
        index.close();
        assertThat(HsqlFiles.names(directory)).doesNotContain("index.log");
        assertThat(HsqlFiles.number(directory, "SELECT COUNT(*) FROM blocks")).isEqualTo(20_000);
    }

    @Test
    void nothingOfHsqldbIsLeftRunning() {
        open();
        index.fold(segment(1, 1, 100)).join();
        assertThat(threads("hsqldb")).isEmpty();
        index.close();

        assertThat(threads("narabi-index")).isEmpty();
        assertThat(threads("hsqldb")).isEmpty();
        assertThat(System.getProperty("hsqldb.reconfig_logging")).isNull();
    }

    private static List<String> threads(String part) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.toLowerCase(Locale.ROOT).contains(part))
                .toList();
    }
}
