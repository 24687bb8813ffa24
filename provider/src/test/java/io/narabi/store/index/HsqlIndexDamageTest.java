package io.narabi.store.index;

import static io.narabi.store.index.StoreIndexContract.STORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the index on HSQLDB makes of files that a crash left, or that were damaged: what is right, or a failure, or an empty index. */
class HsqlIndexDamageTest {

    private static final Logger LOG = LoggerFactory.getLogger(HsqlIndexDamageTest.class);

    private final SystemEnvironment environment = new SystemEnvironment();

    @TempDir
    Path directory;

    @AfterEach
    void endThreads() {
        environment.close();
    }

    @Test
    void damagedFilesGiveWhatIsRightOrNothing() throws Exception {
        int runs = Integer.getInteger("narabi.index.damages", 15);
        Path told = directory.resolve("told.txt");
        Process program = HsqlFiles.program(HsqlDamage.class, told, directory.toString(), Integer.toString(runs));

        assertThat(program.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(program.exitValue()).isZero();
        String[] counts = Files.readString(told).strip().split(" ");
        assertThat(counts).hasSize(3);
        LOG.info(
                "Of {} damaged indexes {} began anew, {} refused something, {} gave all",
                runs,
                counts[0],
                counts[1],
                counts[2]);
        assertThat(counts).doesNotContain("0");
    }

    @Test
    void lostFilesGiveWhatIsRightOrNothing() throws IOException {
        Path running = directory.resolve("running");
        HsqlIndex source = HsqlSample.filled(environment, running);
        Path killed = HsqlFiles.copy(running, directory.resolve("killed"));
        source.close();
        assertThat(HsqlFiles.names(killed)).contains("index.data", "index.log", "index.script", "index.properties");
        for (Path from : List.of(killed, running)) {
            for (String name : HsqlFiles.names(from)) {
                Path image = HsqlFiles.copy(from, directory.resolve(from.getFileName() + " without " + name));
                Files.delete(image.resolve(name));
                HsqlIndex index = new HsqlIndex(environment, image);
                Folded folded = index.open(STORE, 1_000);

                assertThat(HsqlSample.onlyRightOrRefused(index, folded.segments()))
                        .as(name)
                        .isFalse();
                if (!name.equals("index.log") && !name.equals("index.backup")) {
                    assertThat(folded).as(name).isEqualTo(Folded.NOTHING);
                }
                index.close();
                HsqlSample.goesOn(environment, image);
            }
        }
    }

    /** As they would be, had HSQLDB lost them without a word. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM blocks WHERE place_segment = 2 AND destination = 1 AND ordinal = 0",
                "DELETE FROM blocks WHERE place_segment = 2 AND destination = 1 AND ordinal = 20",
                "DELETE FROM blocks WHERE place_segment = 2 AND destination = 1 AND ordinal = 149",
                "DELETE FROM blocks WHERE place_segment = 2 AND destination = 1",
                "DELETE FROM segment_destinations WHERE place_segment = 2 AND destination = 1",
                "UPDATE blocks SET content_position = content_position + 1 WHERE place_segment = 2 AND ordinal = 9",
                "UPDATE segment_destinations SET block_count = block_count - 1 WHERE place_segment = 2"
            })
    void aRowThatIsMissingOrWrongIsNoticedByWhoeverNeedsItAndTheNextOpeningBeginsAnew(String sql) throws Exception {
        HsqlSample.filled(environment, directory).close();
        HsqlFiles.sql(directory, sql);
        HsqlIndex index = new HsqlIndex(environment, directory);
        assertThat(index.open(STORE, 1_000).segments()).hasSize(HsqlSample.SEGMENTS);

        assertThat(index.blocks(3, 1, 0, 1_000).join()).hasSize(HsqlSample.BLOCKS);
        assertThat(HsqlSample.onlyRightOrRefused(index, Set.of(2))).isTrue();
        assertThat(index.blocks(3, 1, 0, 1_000))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(IndexException.class);
        index.close();
        index = new HsqlIndex(environment, directory);
        assertThat(index.open(STORE, 1_000)).isEqualTo(Folded.NOTHING);
        index.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE meta SET folded_commit = folded_commit + 1",
                "DELETE FROM meta",
                "UPDATE segments SET segment = 9 WHERE segment = 2",
                "UPDATE segments SET block_count = 1 WHERE segment = 2",
                "DROP TABLE blocks"
            })
    void whatIsWrongAtTheOpeningBeginsAnew(String sql) throws Exception {
        HsqlSample.filled(environment, directory).close();
        HsqlFiles.sql(directory, sql);
        HsqlIndex index = new HsqlIndex(environment, directory);

        Folded folded = index.open(STORE, 1_000);
        if (sql.startsWith("DROP")) {
            assertThat(HsqlSample.onlyRightOrRefused(index, folded.segments())).isTrue();
            index.close();
            index = new HsqlIndex(environment, directory);
            folded = index.open(STORE, 1_000);
        }
        assertThat(folded).isEqualTo(Folded.NOTHING);
        index.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM saved_lanes WHERE ordinal = 1",
                "DELETE FROM saved_chunks WHERE chunk = 5",
                "DELETE FROM lane_chunks WHERE chunk = 5"
            })
    void aSaveOfWhichRowsAreMissingIsNone(String sql) throws Exception {
        HsqlSample.filled(environment, directory).close();
        HsqlFiles.sql(directory, sql);
        HsqlIndex index = new HsqlIndex(environment, directory);
        index.open(STORE, 1_000);

        assertThat(index.lanes().load(1).join()).isEmpty();
        assertThat(index.blocks(3, 1, 0, 1_000).join()).hasSize(HsqlSample.BLOCKS);
        index.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE saved_lanes SET lane = 'x' WHERE ordinal = 1",
                "UPDATE saved_chunks SET facts = X'00' WHERE chunk = 5",
                "UPDATE lane_saves SET frontier = 1",
                "UPDATE lane_chunks SET postings = X'00'"
            })
    void aLaneThatIsWrongIsRefused(String sql) throws Exception {
        HsqlSample.filled(environment, directory).close();
        HsqlFiles.sql(directory, sql);
        HsqlIndex index = new HsqlIndex(environment, directory);
        index.open(STORE, 1_000);

        assertThat(HsqlSample.onlyRightOrRefused(index, Set.of())).isTrue();
        index.close();
    }
}
