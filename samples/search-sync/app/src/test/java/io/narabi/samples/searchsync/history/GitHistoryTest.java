package io.narabi.samples.searchsync.history;

import static io.narabi.samples.searchsync.history.Operation.ADD;
import static io.narabi.samples.searchsync.history.Operation.DELETE;
import static io.narabi.samples.searchsync.history.Operation.MODIFY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.samples.searchsync.history.TestRepository.Entry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitHistoryTest {

    private static final ObjectId[] NONE = {};
    private static final ObjectId ELSEWHERE = ObjectId.fromString("1234567890123456789012345678901234567890");

    @TempDir
    Path directory;

    @Test
    void firstParentCommitsOldestFirstMergesAgainstTheirFirstParent() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            Entry a1 = git.file("a", "1");
            Entry a2 = git.file("a", "2");
            Entry b1 = git.file("d/b", "1");
            Entry c1 = git.file("c", "1");
            ObjectId first = git.commit(NONE, a1, b1);
            ObjectId side1 = git.commit(new ObjectId[] {first}, a1, b1, git.file("c", "draft"));
            ObjectId side2 = git.commit(new ObjectId[] {side1}, a1, b1, c1);
            ObjectId second = git.commit(new ObjectId[] {first}, a2, b1);
            ObjectId merge = git.commit(new ObjectId[] {second, side2}, a2, b1, c1);
            ObjectId last = git.commit(new ObjectId[] {merge}, a1, c1);
            git.head(last);
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactly(
                                change(a1, 1, ADD, first),
                                change(b1, 1, ADD, first),
                                change(a2, 2, MODIFY, second),
                                change(c1, 1, ADD, merge),
                                change(a1, 3, MODIFY, last),
                                new Change("d/b", 2, DELETE, Change.NO_BLOB, last.name()));
                assertThat(history.head())
                        .isEqualTo(
                                Map.of("a", a1.object().name(), "c", c1.object().name()));
            }
        }
    }

    @Test
    void aRenameIsTwoChangesAndAPathThatComesBackGoesOnCounting() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            Entry old = git.file("old", "same");
            Entry renamed = git.file("renamed", "same");
            ObjectId first = git.commit(NONE, old);
            ObjectId second = git.commit(new ObjectId[] {first}, renamed);
            ObjectId third = git.commit(new ObjectId[] {second}, old);
            git.head(third);
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactly(
                                change(old, 1, ADD, first),
                                new Change("old", 2, DELETE, Change.NO_BLOB, second.name()),
                                change(renamed, 1, ADD, second),
                                change(old, 3, ADD, third),
                                new Change("renamed", 2, DELETE, Change.NO_BLOB, third.name()));
            }
        }
    }

    @Test
    void submodulesAndSymbolicLinksAreEntries() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            Entry module = new Entry("module".getBytes(StandardCharsets.UTF_8), FileMode.GITLINK, ELSEWHERE);
            Entry link =
                    new Entry("link".getBytes(StandardCharsets.UTF_8), FileMode.SYMLINK, git.blob(new byte[] {'x'}));
            Entry file = git.file("link", "now a file");
            ObjectId first = git.commit(NONE, link, module);
            ObjectId second = git.commit(new ObjectId[] {first}, file, module);
            git.head(second);
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactly(
                                change(link, 1, ADD, first),
                                change(module, 1, ADD, first),
                                change(file, 2, MODIFY, second));
                assertThat(history.head()).containsEntry("module", ELSEWHERE.name());
                assertThat(history.text(link.object().name())).contains("x");
                assertThat(history.text(ELSEWHERE.name())).isEmpty();
            }
        }
    }

    @Test
    void anotherModeIsAChangeAndAnOldNameOfTheSameModeIsNone() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            ObjectId blob = git.blob(new byte[0]);
            ObjectId old = git.commitOfTree(NONE, git.tree("100664", "a", blob));
            ObjectId same = git.commitOfTree(new ObjectId[] {old}, git.tree("100644", "a", blob));
            ObjectId executable = git.commitOfTree(new ObjectId[] {same}, git.tree("100755", "a", blob));
            git.head(executable);
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactly(
                                new Change("a", 1, ADD, blob.name(), old.name()),
                                new Change("a", 2, MODIFY, blob.name(), executable.name()));
            }
        }
    }

    @Test
    void progressIsTold() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            ObjectId first = git.commit(NONE, git.file("a", "1"), git.file("b", "1"));
            git.head(git.commit(new ObjectId[] {first}, git.file("a", "2"), git.file("b", "1")));
            List<Integer> told = new ArrayList<>();
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(history.changes(told::add)).hasSize(3);
            }
            assertThat(told).containsExactly(2, 3);
        }
    }

    @Test
    void aDirectoryInPlaceOfAFileDeletesTheFile() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            Entry file = git.file("x", "1");
            Entry inside = git.file("x/y", "1");
            ObjectId first = git.commit(NONE, file);
            ObjectId second = git.commit(new ObjectId[] {first}, inside);
            git.head(second);
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactlyInAnyOrder(
                                change(file, 1, ADD, first),
                                new Change("x", 2, DELETE, Change.NO_BLOB, second.name()),
                                change(inside, 1, ADD, second));
            }
        }
    }

    @Test
    void aNameThatIsNotUtf8IsQuoted() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            ObjectId blob = git.blob(new byte[0]);
            Entry latin = new Entry(new byte[] {'c', 'a', 'f', (byte) 0xe9, '"', '\n'}, FileMode.REGULAR_FILE, blob);
            Entry utf8 = new Entry("café".getBytes(StandardCharsets.UTF_8), FileMode.REGULAR_FILE, blob);
            git.head(git.commit(NONE, latin, utf8));
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(history.head()).containsOnlyKeys("\"caf\\351\\\"\\012\"", "café");
                assertThat(changes(history))
                        .extracting(Change::path)
                        .containsExactlyInAnyOrder("\"caf\\351\\\"\\012\"", "café");
            }
        }
    }

    @Test
    void anEmptyRepositoryHasNoChanges() throws Exception {
        try (TestRepository git = TestRepository.withWorkTree(directory);
                GitHistory history = GitHistory.open(directory)) {
            assertThat(git.directory()).isEqualTo(directory.resolve(".git"));
            assertThat(changes(history)).isEmpty();
            assertThat(history.head()).isEmpty();
        }
    }

    @Test
    void aShallowRepositoryBeginsWithItsOldestCommit() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            Entry a1 = git.file("a", "1");
            Entry a2 = git.file("a", "2");
            Entry b1 = git.file("b", "1");
            // The parent is one that was never fetched.
            ObjectId oldest = git.commit(new ObjectId[] {ELSEWHERE}, a1, b1);
            ObjectId newest = git.commit(new ObjectId[] {oldest}, a2, b1);
            git.head(newest);
            Files.writeString(directory.resolve("shallow"), oldest.name() + "\n");
            try (GitHistory history = GitHistory.open(directory)) {
                assertThat(changes(history))
                        .containsExactly(
                                change(a1, 1, ADD, oldest), change(b1, 1, ADD, oldest), change(a2, 2, MODIFY, newest));
            }
        }
    }

    @Test
    void aMissingParentIsSaid() throws Exception {
        try (TestRepository git = TestRepository.bare(directory)) {
            git.head(git.commit(new ObjectId[] {ELSEWHERE}, git.file("a", "1")));
            try (GitHistory history = GitHistory.open(directory)) {
                assertThatThrownBy(() -> changes(history))
                        .isInstanceOf(HistoryException.class)
                        .hasMessageContaining(directory.toString())
                        .hasMessageContaining(ELSEWHERE.name());
            }
        }
    }

    @Test
    void aLinkedWorkTreeHasItsOwnHead() throws Exception {
        Path main = directory.resolve("main");
        Path linked = directory.resolve("linked");
        try (TestRepository git = TestRepository.withWorkTree(main)) {
            Entry a1 = git.file("a", "1");
            Entry b1 = git.file("b", "1");
            ObjectId first = git.commit(NONE, a1);
            ObjectId second = git.commit(new ObjectId[] {first}, a1, b1);
            git.head(first);
            Path ofLinked = Files.createDirectories(git.directory().resolve("worktrees/linked"));
            Files.writeString(ofLinked.resolve("HEAD"), second.name() + "\n");
            Files.writeString(ofLinked.resolve("commondir"), "../..\n");
            Files.writeString(ofLinked.resolve("gitdir"), linked.resolve(".git") + "\n");
            Files.createDirectories(linked);
            Files.writeString(linked.resolve(".git"), "gitdir: " + ofLinked + "\n");
            Path deep = Files.createDirectories(linked.resolve("deep/er"));
            try (GitHistory ofMain = GitHistory.open(main);
                    GitHistory ofWorkTree = GitHistory.open(linked);
                    GitHistory discovered = GitHistory.discover(deep)) {
                assertThat(changes(ofMain)).containsExactly(change(a1, 1, ADD, first));
                assertThat(changes(ofWorkTree)).containsExactly(change(a1, 1, ADD, first), change(b1, 1, ADD, second));
                assertThat(changes(discovered)).isEqualTo(changes(ofWorkTree));
            }
        }
    }

    @Test
    void openLooksAtTheDirectoryAloneAndDiscoverAboveIt() throws Exception {
        try (TestRepository git = TestRepository.withWorkTree(directory)) {
            git.head(git.commit(NONE, git.file("a", "1")));
            Path inside = Files.createDirectories(directory.resolve("inside"));
            assertThatThrownBy(() -> GitHistory.open(inside))
                    .isInstanceOf(HistoryException.class)
                    .hasMessage("There is no git repository at " + inside
                            + ": name one, its working tree or its bare directory, with -Drepo=PATH");
            try (GitHistory above = GitHistory.discover(inside);
                    GitHistory gitDirectory = GitHistory.open(directory.resolve(".git"))) {
                assertThat(changes(above)).hasSize(1).isEqualTo(changes(gitDirectory));
            }
        }
    }

    @Test
    void whereThereIsNothingThatIsSaid() {
        assertThatThrownBy(() -> GitHistory.open(directory.resolve("nowhere")))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith("There is no git repository at " + directory.resolve("nowhere"));
        assertThatThrownBy(() -> GitHistory.discover(directory))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith("There is no git repository at " + directory + " or above it");
    }

    @Test
    void binaryLargeAndMissingBlobsHaveNoText() throws Exception {
        try (TestRepository git = TestRepository.bare(directory);
                GitHistory history = GitHistory.open(directory)) {
            byte[] large = "x".repeat(GitHistory.LARGEST_TEXT).getBytes(StandardCharsets.UTF_8);
            byte[] tooLarge = "x".repeat(GitHistory.LARGEST_TEXT + 1).getBytes(StandardCharsets.UTF_8);
            assertThat(history.text(
                            git.blob("héllo".getBytes(StandardCharsets.UTF_8)).name()))
                    .contains("héllo");
            assertThat(history.text(git.blob(new byte[] {'a', 0, 'b'}).name())).isEmpty();
            assertThat(history.text(git.blob(large).name())).isPresent();
            assertThat(history.text(git.blob(tooLarge).name())).isEmpty();
            assertThat(history.text(ELSEWHERE.name())).isEmpty();
            assertThat(history.text(Change.NO_BLOB)).isEmpty();
        }
    }

    private static List<Change> changes(GitHistory history) throws HistoryException {
        return history.changes(found -> {});
    }

    private static Change change(Entry entry, int version, Operation operation, ObjectId commit) {
        return new Change(
                new String(entry.path(), StandardCharsets.UTF_8),
                version,
                operation,
                entry.object().name(),
                commit.name());
    }
}
