package io.narabi.samples.searchsync.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchIndexTest {

    @TempDir
    Path directory;

    @Test
    void theLastChangeOfAPathStays() throws Exception {
        try (SearchIndex index = SearchIndex.create(directory)) {
            index.apply(change("a", 1, Operation.ADD), Optional.of("apples and pears"));
            index.apply(change("b", 1, Operation.ADD), Optional.empty());
            index.apply(change("c", 1, Operation.ADD), Optional.of("cherries"));
            index.apply(change("a", 2, Operation.MODIFY), Optional.of("Pears alone"));
            index.apply(change("b", 2, Operation.DELETE), Optional.empty());
            index.commit();
            assertThat(index.committed())
                    .containsExactlyInAnyOrder(new Indexed("a", 2, "blob2"), new Indexed("c", 1, "blob1"));
            assertThat(index.count("pears")).isEqualTo(1);
            assertThat(index.count("apples")).isZero();
        }
    }

    @Test
    void aChangeAppliedTwiceIsAppliedOnce() throws Exception {
        try (SearchIndex index = SearchIndex.create(directory)) {
            index.commit();
            index.apply(change("a", 1, Operation.ADD), Optional.of("x"));
            index.apply(change("a", 1, Operation.ADD), Optional.of("x"));
            index.apply(change("b", 1, Operation.DELETE), Optional.empty());
            index.apply(change("b", 1, Operation.DELETE), Optional.empty());
            assertThat(index.committed()).isEmpty();
            index.commit();
            assertThat(index.committed()).containsExactly(new Indexed("a", 1, "blob1"));
        }
    }

    @Test
    void onlyTheBeginningOfALongTextCanBeFound() throws Exception {
        try (SearchIndex index = SearchIndex.create(directory)) {
            String text = "first" + " x".repeat(SearchIndex.MOST_TEXT / 2) + " last";
            index.apply(change("a", 1, Operation.ADD), Optional.of(text));
            index.commit();
            assertThat(index.count("first")).isEqualTo(1);
            assertThat(index.count("last")).isZero();
        }
    }

    @Test
    void aNewIndexHasNothingOfTheOldOne() throws Exception {
        try (SearchIndex index = SearchIndex.create(directory)) {
            index.apply(change("a", 1, Operation.ADD), Optional.of("x"));
            index.commit();
        }
        try (SearchIndex index = SearchIndex.create(directory)) {
            index.commit();
            assertThat(index.committed()).isEmpty();
        }
    }

    private static Change change(String path, int version, Operation operation) {
        return new Change(path, version, operation, "blob" + version, "commit");
    }
}
