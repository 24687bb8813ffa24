package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.Store;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoredEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Records as the journal's tests write them. */
final class Units {

    static final long RETENTION = 1_000_000_000L;

    private Units() {}

    static DefineDestination destination(int id) {
        return new DefineDestination(id, "d" + id, Map.of("k", "v"), RETENTION);
    }

    static DefineSubscription subscription(int id, int destination) {
        return new DefineSubscription(id, destination, "s" + id, Map.of());
    }

    static NewMessage message(int destination, String text) {
        return message(destination, text, true);
    }

    static NewMessage message(int destination, String text, boolean persistent) {
        return new NewMessage(
                destination, text.length() % 3, "g", 4, persistent, 0, 0, text.getBytes(StandardCharsets.UTF_8));
    }

    static Settle settle(int subscription, long... sequences) {
        return new Settle(subscription, sequences, Settlement.ACKNOWLEDGED);
    }

    static BranchId branch(int number) {
        return new BranchId(1, new byte[] {9}, new byte[] {(byte) number});
    }

    static String text(Store store, int destination, long sequence) {
        return new String(store.payload(destination, sequence), StandardCharsets.UTF_8);
    }

    /** The payloads of all that a subscription is owed of a destination. */
    static List<String> owed(Store store, int subscription, int destination) {
        return store.owed(subscription, 0, 100_000).stream()
                .map(StoredEntry::sequence)
                .map(sequence -> text(store, destination, sequence))
                .toList();
    }
}
