package io.narabi.store.index;

import static io.narabi.store.index.HsqlFiles.of;
import static io.narabi.store.index.HsqlFiles.segment;
import static io.narabi.store.index.StoreIndexContract.STORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.runtime.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the index on HSQLDB finds after its process was killed. */
class HsqlIndexKillTest {

    private final SystemEnvironment environment = new SystemEnvironment();

    @TempDir
    Path directory;

    @AfterEach
    void endThreads() {
        environment.close();
    }

    @Test
    void whatAKillLeavesHasAllThatWasDone() throws IOException {
        HsqlIndex running = HsqlSample.filled(environment, directory.resolve("running"));
        Path image = HsqlFiles.copy(directory.resolve("running"), directory.resolve("image"));
        running.close();
        HsqlIndex index = new HsqlIndex(environment, image);

        Folded folded = index.open(STORE, 1_000);
        assertThat(folded).isEqualTo(new Folded(Set.of(1, 2, 3, 4), 40));
        assertThat(HsqlSample.onlyRightOrRefused(index, folded.segments())).isFalse();
        assertThat(index.lanes().load(1).join()).isPresent();
        index.close();
    }

    /** Its parent kills it. */
    static final class Child {
        public static void main(String[] arguments) {
            HsqlIndex index = new HsqlIndex(new SystemEnvironment(), Path.of(arguments[0]));
            Folded folded = index.open(STORE, 1_000_000);
            int first =
                    folded.segments().stream().mapToInt(Integer::intValue).max().orElse(0);
            for (int number = first + 1; ; number++) {
                index.fold(segment(number, 3, 2_000)).join();
                System.out.println(number);
            }
        }
    }

    @Test
    void killsAtAnyMomentLoseNothingThatWasDone() throws Exception {
        Path database = directory.resolve("killed");
        Path told = directory.resolve("told.txt");
        Random random = new Random();
        Set<Integer> done = new TreeSet<>();
        for (int round = 0; round < 2; round++) {
            Process child = HsqlFiles.program(Child.class, told, database.toString());
            int enough = done.size() + 1 + random.nextInt(2);
            await().atMost(Duration.ofSeconds(60)).until(() -> lines(told).size() >= enough);
            // Anywhere within the next one.
            child.waitFor(random.nextInt(150), TimeUnit.MILLISECONDS);
            child.destroyForcibly().waitFor();
            lines(told).forEach(line -> done.add(Integer.parseInt(line)));
            HsqlIndex index = new HsqlIndex(environment, database);
            Folded folded = index.open(STORE, 1_000_000);
            assertThat(folded.segments()).containsAll(done);
            for (int number : folded.segments()) {
                assertThat(index.blocks(number, 2, 0, 10_000).join()).isEqualTo(of(segment(number, 3, 2_000), 2));
            }
            index.close();
        }
    }

    /** Those that are whole. */
    private static List<String> lines(Path file) throws IOException {
        String text = Files.exists(file) ? Files.readString(file) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }
}
