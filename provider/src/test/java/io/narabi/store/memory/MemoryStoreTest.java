package io.narabi.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MemoryStoreTest {

    @Test
    void storesAndSettles() {
        try (SystemEnvironment environment = new SystemEnvironment();
                MemoryStore store = new MemoryStore(environment)) {
            assertThat(store.open().destinations()).isEmpty();
            append(store, new StoreRecord.DefineDestination(1, "q", Map.of(), 1_000_000));
            append(store, new StoreRecord.DefineSubscription(1, 1, "s", Map.of()));
            List<Placement> placements =
                    append(store, new StoreRecord.NewMessage(1, 3, "g", 4, true, 0, 0, new byte[] {1, 2, 3}));
            assertThat(placements).containsExactly(new Placement(1, 3, 1, 0));
            assertThat(store.owed(1, 0, 10)).extracting(StoredEntry::sequence).containsExactly(1L);
            append(store, new StoreRecord.Settle(1, new long[] {1}, StoreRecord.Settlement.ACKNOWLEDGED));
            assertThat(store.owedCount(1)).isZero();
            assertThat(store.payload(1, 1)).containsExactly(1, 2, 3);
        }
    }

    private static List<Placement> append(MemoryStore store, StoreRecord item) {
        CompletableFuture<List<Placement>> done = new CompletableFuture<>();
        store.append(StoreUnit.of(item), new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                done.complete(placements);
            }

            @Override
            public void failed(StoreException reason) {
                done.completeExceptionally(reason);
            }
        });
        return done.join();
    }
}
