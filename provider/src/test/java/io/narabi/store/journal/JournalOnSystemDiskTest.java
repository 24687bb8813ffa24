package io.narabi.store.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.AppendCallback;
import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalOnSystemDiskTest {

    @TempDir
    Path directory;

    @Test
    void findsAgainWhatItStored() {
        BranchId branch = new BranchId(1, new byte[] {1}, new byte[] {2});
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment)) {
            assertThat(store.open().afterCrash()).isFalse();
            append(store, new DefineDestination(1, "q", Map.of("a", "b"), 1_000_000));
            append(store, new DefineSubscription(1, 1, "s", Map.of()));
            assertThat(append(store, message("g", 10))).containsExactly(new Placement(1, 3, 1, 0));
            append(store, new Prepare(branch, List.of(message("h", 20), message("h", 5_000))));
            assertThat(append(store, message("", 30))).containsExactly(new Placement(1, 3, 2, 1));
            append(store, new Settle(1, new long[] {1}, Settlement.ACKNOWLEDGED));
        }
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment)) {
            StoreState state = store.open();
            assertThat(state.afterCrash()).isFalse();
            assertThat(state.prepared()).hasSize(1);
            assertThat(store.owed(1, 0, 10)).extracting(StoredEntry::sequence).containsExactly(2L);
            assertThat(append(store, new CommitBranch(branch)))
                    .containsExactly(new Placement(1, 3, 3, 2), new Placement(1, 3, 4, 3));
        }
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment)) {
            assertThat(store.open().prepared()).isEmpty();
            assertThat(store.owed(1, 0, 10))
                    .extracting(StoredEntry::sequence, StoredEntry::group, StoredEntry::offset, StoredEntry::size)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(2L, "", 1L, 30),
                            org.assertj.core.groups.Tuple.tuple(3L, "h", 2L, 20),
                            org.assertj.core.groups.Tuple.tuple(4L, "h", 3L, 5_000));
            assertThat(store.payload(1, 4)).isEqualTo(payload(5_000));
            assertThat(store.payload(1, 1)).isEqualTo(payload(10));
            assertThat(store.nextSequence(1)).isEqualTo(5);
        }
    }

    @Test
    void aSecondOneIsToldWhoHoldsTheDirectory() {
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment);
                JournalStore second = open(environment)) {
            store.open();
            assertThatThrownBy(second::open)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(StoreException.Reason.LOCKED))
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining(directory.toString());
        }
    }

    @Test
    void manySegments() {
        int count = 3_000;
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment)) {
            store.open();
            append(store, new DefineDestination(1, "q", Map.of(), 0));
            append(store, new DefineSubscription(1, 1, "s", Map.of()));
            List<CompletableFuture<List<Placement>>> sends = new ArrayList<>();
            for (int i = 0; i < count / 3; i++) {
                sends.add(send(store, message("g", 100), message("h", 200), message("", 50)));
                if (sends.size() == 50) {
                    sends.forEach(CompletableFuture::join);
                    sends.clear();
                }
            }
            sends.forEach(CompletableFuture::join);
            assertThat(store.status().segments()).isGreaterThan(5);
            append(
                    store,
                    new Settle(
                            1,
                            LongStream.range(1, count)
                                    .filter(i -> i % 1_000 != 0)
                                    .toArray(),
                            Settlement.ACKNOWLEDGED));
            assertThat(store.owedCount(1)).isEqualTo(3);
        }
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore store = open(environment)) {
            store.open();
            assertThat(store.owed(1, 0, 10)).extracting(StoredEntry::sequence).containsExactly(1_000L, 2_000L, 3_000L);
            assertThat(store.payload(1, 1_000)).isEqualTo(payload(100));
            assertThat(store.status().segments()).isBetween(2, 5);
        }
    }

    private JournalStore open(SystemEnvironment environment) {
        return new JournalStore(environment, JournalOptions.in(directory).withSegmentSize(32 << 10));
    }

    private static NewMessage message(String group, int size) {
        return new NewMessage(1, 3, group, 4, true, 0, 0, payload(size));
    }

    private static byte[] payload(int size) {
        byte[] payload = new byte[size];
        for (int i = 0; i < size; i++) {
            payload[i] = (byte) (i % 7);
        }
        return payload;
    }

    private static List<Placement> append(JournalStore store, StoreRecord... items) {
        return send(store, items).join();
    }

    private static CompletableFuture<List<Placement>> send(JournalStore store, StoreRecord... items) {
        CompletableFuture<List<Placement>> done = new CompletableFuture<>();
        store.append(new StoreUnit(List.of(items)), new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                done.complete(placements);
            }

            @Override
            public void failed(StoreException reason) {
                done.completeExceptionally(reason);
            }
        });
        return done;
    }
}
