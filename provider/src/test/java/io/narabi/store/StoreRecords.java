package io.narabi.store;

import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Records as tests write them. */
final class StoreRecords {

    static final long RETENTION = 3L * 24 * 3600 * 1000;

    private StoreRecords() {}

    static DefineDestination destination(int id) {
        return new DefineDestination(id, "queue d" + id, Map.of("partitions", "8"), RETENTION);
    }

    static DefineSubscription subscription(int id, int destination) {
        return new DefineSubscription(id, destination, "subscription s" + id, Map.of("deliveryOrder", "GROUPED"));
    }

    static NewMessage message(int destination, String text) {
        return message(destination, 0, text);
    }

    static NewMessage message(int destination, int partition, String text) {
        return new NewMessage(destination, partition, "group", 4, true, 0, 0, text.getBytes(StandardCharsets.UTF_8));
    }

    static Settle settle(int subscription, long... sequences) {
        return new Settle(subscription, sequences, Settlement.ACKNOWLEDGED);
    }

    static BranchId branch(int number) {
        return new BranchId(7, new byte[] {1, 2, 3}, new byte[] {(byte) number});
    }

    static String text(byte[] payload) {
        return new String(payload, StandardCharsets.UTF_8);
    }
}
