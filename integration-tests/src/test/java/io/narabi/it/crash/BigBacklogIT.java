package io.narabi.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * DESIGN §2.5 and §3 "Dispatch": a million messages of a group that has come to a halt, in a heap of 256 MB; those of another group do not
 * notice, neither at once nor after a crash nor after a clean close. {@code -Dnarabi.backlog=N} takes another number.
 */
class BigBacklogIT {

    private static final int MESSAGES = Integer.getInteger("narabi.backlog", 1_000_000);
    private static final int DRAINED = 20_000;
    /** It is to be "at once"; these leave room for a machine that is busy otherwise, and for a JVM that does it for the first time. */
    private static final long AT_ONCE_MICROS = 2_000_000;

    private static final long FIRST_MICROS = 10_000_000;

    @TempDir
    Path directory;

    private String url(String name) {
        return "embedded:" + directory.resolve(name);
    }

    /** What a program says, by the first word; it is killed when it is ready. */
    private static Map<String, String> run(String... arguments) throws IOException, InterruptedException {
        Map<String, String> said = new HashMap<>();
        try (ChildJvm child = ChildJvm.start(BacklogWorkload.class, arguments)) {
            for (Optional<String> line = child.next(); line.isPresent(); line = child.next()) {
                String[] words = line.get().split(" ", 2);
                said.put(words[0], words.length > 1 ? words[1] : "");
                if (words[0].equals("READY")) {
                    child.kill();
                }
            }
        }
        System.out.println(
                "BigBacklogIT " + String.join(" ", arguments).replaceFirst("embedded:\\S+ ", "") + ": " + said);
        assertThat(said).doesNotContainKey("FAILED").containsKeys("DELAY", "MEDIAN", "HEAP");
        assertThat(Long.parseLong(said.get("DELAY"))).isLessThan(FIRST_MICROS);
        assertThat(Long.parseLong(said.get("MEDIAN"))).isLessThan(AT_ONCE_MICROS);
        return said;
    }

    @Test
    void aHaltedGroupsBacklogCostsNobodyElseAnything() throws Exception {
        run(url("empty"), "fill", "0");
        String url = url("full");
        assertThat(run(url, "fill", String.valueOf(MESSAGES))).containsEntry("FAILS", "0");

        Map<String, String> afterTheKill = run(url, "again");
        assertThat(afterTheKill).containsEntry("COUNT", String.valueOf(MESSAGES));
        assertThat(afterTheKill).containsEntry("LANE", BacklogWorkload.HALTED + " " + MESSAGES);

        deleteIndex(directory.resolve("full").resolve("index"));
        Map<String, String> withoutAnIndex = run(url, "again");
        assertThat(withoutAnIndex).containsEntry("COUNT", String.valueOf(MESSAGES));
        assertThat(withoutAnIndex).containsEntry("LANE", BacklogWorkload.HALTED + " " + MESSAGES);

        Map<String, String> afterTheClose = run(url, "drain", String.valueOf(DRAINED));
        assertThat(afterTheClose).containsEntry("DRAINED", String.valueOf(DRAINED));
        assertThat(afterTheClose).containsEntry("COUNT", String.valueOf(MESSAGES - 1 - DRAINED));
    }

    /** It is to be folded anew from the journal, while the broker delivers. */
    private static void deleteIndex(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            List<Path> all = files.toList();
            assertThat(all).isNotEmpty();
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
