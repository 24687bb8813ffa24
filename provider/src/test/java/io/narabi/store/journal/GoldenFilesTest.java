package io.narabi.store.journal;

import static io.narabi.store.journal.Units.branch;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoreState;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.StoreUnderTest.Restart;
import io.narabi.store.StoredEntry;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Files that an earlier version wrote are read, and what is read is what was written. When the format grows, these stay, and others join
 * them.
 */
class GoldenFilesTest {

    private static final String FOLDER = "/journal/v1/";
    private static final List<String> NAMES =
            List.of("0000000001.journal", "0000000002.journal", "0000000004.journal", "0000000005.journal");

    /** Types whose codes are kept for later: nothing writes them. */
    private static final Set<RecordType> RESERVED = EnumSet.of(RecordType.MOVED_BLOCK, RecordType.BODY_CHUNK);

    private static final String LARGE = "A body that is worth compressing. ".repeat(100);

    private static DiskImage golden() throws IOException {
        DiskImage image = new DiskImage();
        for (String name : NAMES) {
            try (InputStream in = GoldenFilesTest.class.getResourceAsStream(FOLDER + name + ".bin")) {
                assertThat(in).as(name).isNotNull();
                image.files().put(name, in.readAllBytes());
            }
        }
        return image;
    }

    /** What was done to the journal whose files these are. */
    private static DiskImage write() {
        JournalUnderTest tested =
                new JournalUnderTest(SimulatedEnvironment.inline(42), CrashPolicy.LOSE_ALL, UnaryOperator.identity());
        tested.store(
                new DefineDestination(1, "queue orders", Map.of("partitions", "8", "acceptance", "FIFO"), 1_000_000),
                subscription(1, 1),
                new DefineDestination(2, "queue 並び", Map.of(), 0),
                subscription(2, 2),
                new DefineDestination(3, "gone", Map.of(), 5),
                subscription(3, 3));
        tested.store(new DropSubscription(3), new DropDestination(3));
        tested.store(
                new NewMessage(1, 0, "customer 7", 4, true, 0, 0, bytes("one")),
                new NewMessage(1, 7, "Müller", 9, true, 1_900_000_000_000L, 0, bytes("two")),
                new NewMessage(1, 0, "lone \uD800", 0, true, 1_900_000_000_000L, 1_800_000_000_000L, bytes("three")),
                new NewMessage(2, 1, "", 4, true, 0, 1_800_000_000_000L, bytes(LARGE)));
        tested.store(new NewMessage(1, 0, "customer 7", 4, false, 0, 0, bytes("not persistent")));
        tested.store(
                new Attempt(1, 2, 3),
                new AttemptMark(1, 4_096),
                new LaneMark(1, "customer 7", 2, 1),
                new Settle(1, new long[] {3}, Settlement.DEAD_LETTERED));
        tested.reopen(Restart.CLEAN);
        tested.store(new Prepare(
                branch(1),
                List.of(
                        new NewMessage(1, 1, "customer 7", 4, true, 0, 0, bytes("of a branch")),
                        new NewMessage(2, 1, "x", 4, true, 0, 0, bytes("of the same branch")),
                        new NewMessage(1, 0, "", 4, true, 0, 0, bytes("of a branch, too")),
                        settle(2, 1))));
        tested.store(new Prepare(branch(2), List.of(settle(1, 1))));
        tested.store(new Prepare(branch(3), List.of(Units.message(2, "prepared"))));
        tested.reopen(Restart.CLEAN);
        // All of the third segment is settled and forgotten.
        tested.store(new NewMessage(2, 0, "", 4, true, 0, 0, bytes("short-lived")));
        tested.store(settle(2, 2));
        tested.reopen(Restart.CLEAN);
        tested.store(new CommitBranch(branch(1)));
        tested.store(new RollbackBranch(branch(2)));
        tested.store(new Settle(2, new long[] {1}, Settlement.EXPIRED));
        tested.reopen(Restart.CLEAN);
        tested.store(new Settle(2, new long[] {3}, Settlement.DISCARDED));
        tested.store().close();
        return DiskImage.of(tested.environment().disk());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** For a new set of files: {@code -Dnarabi.golden=FOLDER}; they go to {@code src/test/resources/journal}. */
    @Test
    @EnabledIfSystemProperty(named = "narabi.golden", matches = ".+")
    void writeFiles() throws IOException {
        Path folder = Files.createDirectories(Path.of(System.getProperty("narabi.golden")));
        for (Map.Entry<String, byte[]> file : write().files().entrySet()) {
            Files.write(folder.resolve(file.getKey() + ".bin"), file.getValue());
        }
    }

    @Test
    void areFoundAsTheyWereWritten() throws IOException {
        try (JournalUnderTest found = JournalUnderTest.on(golden().machine())) {
            assertThat(found.store().owed(1, 0, 10))
                    .containsExactly(
                            new StoredEntry(1, 0, 0, "customer 7", 4, true, 0, 0, 3),
                            new StoredEntry(2, 7, 0, "Müller", 9, true, 1_900_000_000_000L, 0, 3),
                            new StoredEntry(4, 0, 2, "customer 7", 4, false, 0, 0, 14),
                            new StoredEntry(5, 1, 0, "customer 7", 4, true, 0, 0, 11),
                            new StoredEntry(6, 0, 3, "", 4, true, 0, 0, 16));
            assertThat(found.store().entry(1, 3))
                    .isEqualTo(new StoredEntry(
                            3, 0, 1, "lone \uD800", 0, true, 1_900_000_000_000L, 1_800_000_000_000L, 5));
            assertThat(Units.owed(found.store(), 1, 1))
                    .containsExactly("one", "two", "not persistent", "of a branch", "of a branch, too");
            assertThat(found.store().owed(2, 0, 10)).isEmpty();
            assertThat(found.store().nextSequence(2)).isEqualTo(4);
        }
    }

    @Test
    void holdTheStateThatWasInForce() throws IOException {
        JournalStore store = new JournalStore(golden().machine(), JournalOptions.in(JournalUnderTest.DIRECTORY));
        StoreState state = store.open();
        assertThat(state.afterCrash()).isFalse();
        assertThat(state.destinations())
                .containsExactly(
                        new DefineDestination(
                                1, "queue orders", Map.of("partitions", "8", "acceptance", "FIFO"), 1_000_000),
                        new DefineDestination(2, "queue 並び", Map.of(), 0));
        assertThat(state.subscriptions()).containsExactly(subscription(1, 1), subscription(2, 2));
        assertThat(state.attempts())
                .containsOnly(
                        Map.entry(1, new Attempts(4_096, Map.of(2L, 3))), Map.entry(2, new Attempts(0, Map.of())));
        assertThat(state.laneMarks()).containsExactly(new LaneMark(1, "customer 7", 2, 1));
        assertThat(state.prepared())
                .extracting(prepared -> prepared.branch(), prepared -> prepared.messages())
                .containsExactly(tuple(branch(3), 1));
        store.close();
    }

    /** Every record, every commit and every file header is encoded again to the very bytes that it was read from. */
    @Test
    void areWrittenAgainTheSame() throws IOException {
        forEachRecord((type, content, segment) -> assertThat(Reencoder.again(type, content, segment))
                .as(type.name())
                .isEqualTo(content));
    }

    /** Whoever adds a record type adds a file that holds one. */
    @Test
    void holdEveryRecordTypeThatIsWritten() throws IOException {
        Set<RecordType> seen = EnumSet.noneOf(RecordType.class);
        forEachRecord((type, content, segment) -> seen.add(type));
        assertThat(seen).containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.copyOf(RESERVED)));
    }

    @Test
    void reservedTypesAreRefused() {
        for (RecordType type : RESERVED) {
            assertThatThrownBy(() -> RecordDecoder.decode(type, ByteBuffer.allocate(0), 1, 0))
                    .isInstanceOf(MalformedRecordException.class)
                    .hasMessageContaining(type.name());
        }
    }

    private interface RecordCheck {
        void check(RecordType type, byte[] content, int segment) throws IOException;
    }

    private static void forEachRecord(RecordCheck check) throws IOException {
        DiskImage image = golden();
        for (String name : NAMES) {
            byte[] content = image.file(name);
            int segment = Format.segmentNumber(name).orElseThrow();
            SegmentHeader header =
                    SegmentHeader.decode(ByteBuffer.wrap(content), name).orElseThrow();
            assertThat(content).startsWith(header.encode());
            int at = Format.SEGMENT_HEADER;
            while (at < content.length) {
                at += forEachRecord(ByteBuffer.wrap(content).position(at).slice(), segment, check);
            }
        }
    }

    /** Returns the length of the commit that begins here. */
    private static int forEachRecord(ByteBuffer bytes, int segment, RecordCheck check) throws IOException {
        CommitHeader commit = CommitHeader.decode(bytes).orElseThrow();
        ByteBuffer again = ByteBuffer.allocate(Format.COMMIT_HEADER);
        commit.encode(again);
        assertThat(again.flip()).isEqualTo(bytes.slice(0, Format.COMMIT_HEADER));
        ByteBuffer records = bytes.slice(Format.COMMIT_HEADER, commit.length() - Format.COMMIT_HEADER);
        while (records.hasRemaining()) {
            RecordType type = RecordType.ofCode(records.get());
            byte[] record = new byte[records.getInt()];
            records.get(record);
            check.check(type, record, segment);
        }
        return commit.length();
    }
}
