package io.narabi.store;

import static io.narabi.store.StoreRecords.RETENTION;
import static io.narabi.store.StoreRecords.destination;
import static io.narabi.store.StoreRecords.message;
import static io.narabi.store.StoreRecords.settle;
import static io.narabi.store.StoreRecords.subscription;
import static io.narabi.store.StoreRecords.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What every store must do with messages, settlements and definitions. */
public abstract class StoreContractTest extends StoreTest {

    @Test
    void sequencesCountPerDestinationAndOffsetsPerPartition() {
        store(destination(1), destination(2), subscription(1, 1));
        assertThat(store().nextSequence(1)).isEqualTo(1);
        assertThat(store(message(1, 3, "a"), message(1, 0, "b"), message(2, 3, "c"), message(1, 3, "d")))
                .containsExactly(
                        new Placement(1, 3, 1, 0),
                        new Placement(1, 0, 2, 0),
                        new Placement(2, 3, 1, 0),
                        new Placement(1, 3, 3, 1));
        assertThat(store(message(1, 0, "e"))).containsExactly(new Placement(1, 0, 4, 1));
        assertThat(store().nextSequence(1)).isEqualTo(5);
        assertThat(store().nextSequence(2)).isEqualTo(2);
    }

    @Test
    void entryAndPayloadAreWhatWasAppended() {
        store(destination(1), subscription(1, 1));
        byte[] body = {0, 1, 2, -1, 127};
        store(new NewMessage(1, 5, "Müller & Söhne 並び", 9, true, 1_900_000_000_000L, 1_800_000_000_000L, body));
        StoredEntry expected =
                new StoredEntry(1, 5, 0, "Müller & Söhne 並び", 9, true, 1_900_000_000_000L, 1_800_000_000_000L, 5);
        assertThat(store().owed(1, 1, 1)).containsExactly(expected);
        assertThat(store().entry(1, 1)).isEqualTo(expected);
        assertThat(store().payload(1, 1)).isEqualTo(body);
        store(new NewMessage(1, 0, "", 0, false, 0, 0, new byte[0]));
        assertThat(store().entry(1, 2)).isEqualTo(new StoredEntry(2, 0, 0, "", 0, false, 0, 0, 0));
        assertThat(store().payload(1, 2)).isEmpty();
    }

    @Test
    void payloadsOfAnySize() {
        store(destination(1), subscription(1, 1));
        Random random = new Random(7);
        List<byte[]> bodies = new ArrayList<>();
        for (int size : new int[] {1, 511, 512, 513, 4096, 65_535, 65_536, 300_000, 2_000_000}) {
            byte[] body = new byte[size];
            if (size % 2 == 0) {
                random.nextBytes(body);
            }
            bodies.add(body);
            store(new NewMessage(1, 0, "", 4, true, 0, 0, body));
        }
        for (int i = 0; i < bodies.size(); i++) {
            assertThat(store().payload(1, i + 1)).isEqualTo(bodies.get(i));
        }
    }

    @Test
    void owedIsWhatIsNotSettledInOrder() {
        storeMessages(10);
        assertThat(owed(1)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        store(settle(1, 1, 4));
        store(settle(1, 5));
        store(message(1, "k"), settle(1, 9));
        assertThat(owed(1)).containsExactly(2L, 3L, 6L, 7L, 8L, 10L, 11L);
        assertThat(store().owed(1, 4, 2)).extracting(StoredEntry::sequence).containsExactly(6L, 7L);
        assertThat(store().owed(1, 8, 1)).extracting(StoredEntry::sequence).containsExactly(8L);
        assertThat(store().owed(1, 12, 5)).isEmpty();
        assertThat(store().firstOwed(1, 0)).hasValue(2);
        assertThat(store().firstOwed(1, 3)).hasValue(3);
        assertThat(store().firstOwed(1, 4)).hasValue(6);
        assertThat(store().firstOwed(1, 9)).hasValue(10);
        assertThat(store().firstOwed(1, 12)).isEmpty();
        store(settle(1, 2, 3, 6, 7, 8, 10, 11));
        assertThat(owed(1)).isEmpty();
        assertThat(store().firstOwed(1, 0)).isEmpty();
    }

    @Test
    void settlingAgainOrWhatIsNotOwedHasNoEffect() {
        storeMessages(3);
        store(settle(1, 2));
        store(settle(1, 2));
        store(settle(1, 2, 3), settle(1, 3));
        assertThat(owed(1)).containsExactly(1L);
        store(settle(1, 4, 5, 1_000_000));
        store(settle(77, 1));
        assertThat(store(message(1, "d"))).extracting(Placement::sequence).containsExactly(4L);
        assertThat(owed(1)).as("settled before it was stored").containsExactly(1L, 4L);
    }

    @Test
    void subscriptionsSettleForThemselves() {
        store(destination(1), destination(2), subscription(1, 1), subscription(2, 1), subscription(3, 2));
        store(message(1, "a"), message(1, "b"), message(2, "c"));
        store(settle(1, 1));
        store(settle(2, 2));
        store(settle(3, 2));
        assertThat(owed(1)).containsExactly(2L);
        assertThat(owed(2)).containsExactly(1L);
        assertThat(owed(3)).containsExactly(1L);
        assertThat(text(store().payload(2, 1))).isEqualTo("c");
    }

    @Test
    void laterSubscriptionIsOwedLaterMessages() {
        storeMessages(2);
        store(message(1, "before, in the same unit"), subscription(2, 1), message(1, "after"));
        store(message(1, "later"));
        assertThat(owed(1)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(owed(2)).containsExactly(4L, 5L);
        store(settle(2, 1, 2, 4));
        assertThat(owed(2)).containsExactly(5L);
        assertThat(owed(1)).hasSize(5);
    }

    @Test
    void changedDefinitionsKeepWhatIsThere() {
        storeMessages(2);
        store(settle(1, 1));
        store(new DefineDestination(1, "renamed", Map.of(), RETENTION * 2));
        store(new DefineSubscription(1, 1, "renamed", Map.of("maxDeliveries", "5")));
        assertThat(owed(1)).containsExactly(2L);
        assertThat(store(message(1, "c"))).extracting(Placement::sequence).containsExactly(3L);
        assertThat(owed(1)).containsExactly(2L, 3L);
        assertThat(text(store().payload(1, 2))).isEqualTo("m2");
    }

    @Test
    void droppedSubscriptionIsOwedNothing() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        store(message(1, "a"), message(1, "b"));
        store(settle(2, 1));
        store(new DropSubscription(1));
        store(message(1, "c"), settle(1, 2));
        store(new DropSubscription(1), new DropSubscription(99));
        assertThat(owed(1)).isEmpty();
        assertThat(store().firstOwed(1, 0)).isEmpty();
        assertThat(owed(2)).containsExactly(2L, 3L);
        assertThat(text(store().payload(1, 2))).isEqualTo("b");
    }

    @Test
    void droppedDestinationTakesEverythingAlong() {
        store(destination(1), subscription(1, 1), destination(2), subscription(2, 2));
        store(message(1, "a"), message(2, "b"));
        store(new DropDestination(1));
        store(new DropDestination(1), new DropDestination(99));
        assertThat(owed(1)).isEmpty();
        assertFails(Reason.NOT_FOUND, () -> store().payload(1, 1));
        assertFails(Reason.NOT_FOUND, () -> store().entry(1, 1));
        assertFails(Reason.REFUSED, () -> store(message(1, "c")));
        assertFails(Reason.REFUSED, () -> store(subscription(3, 1)));
        store(settle(1, 1));
        assertThat(owed(2)).containsExactly(1L);
        assertThat(text(store().payload(2, 1))).isEqualTo("b");
    }

    @Test
    void settledMessageCanBeReadWithinRetention() {
        storeMessages(3);
        store(settle(1, 1, 2, 3));
        for (int sequence = 1; sequence <= 3; sequence++) {
            assertThat(text(store().payload(1, sequence))).isEqualTo("m" + sequence);
            assertThat(store().entry(1, sequence).sequence()).isEqualTo(sequence);
        }
    }

    @Test
    void messageOwedToNobodyCanBeReadWithinRetention() {
        store(destination(1));
        store(message(1, "a"));
        assertThat(text(store().payload(1, 1))).isEqualTo("a");
        store(subscription(1, 1));
        assertThat(owed(1)).isEmpty();
    }

    @Test
    void whatIsNotThereIsNotFound() {
        storeMessages(1);
        assertFails(Reason.NOT_FOUND, () -> store().payload(1, 0));
        assertFails(Reason.NOT_FOUND, () -> store().payload(1, 2));
        assertFails(Reason.NOT_FOUND, () -> store().entry(1, 2));
        assertFails(Reason.NOT_FOUND, () -> store().payload(2, 1));
        assertFails(Reason.NOT_FOUND, () -> store().entry(2, 1));
        assertThat(store().owed(77, 0, 10)).isEmpty();
        assertThat(store().firstOwed(77, 0)).isEmpty();
        assertThat(store().owedCount(77)).isZero();
        assertThat(store().nextSequence(77)).isEqualTo(1);
    }

    @Test
    void manyMessagesSettledInAnyOrder() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        Random random = new Random(42);
        TreeSet<Long> expected = new TreeSet<>();
        for (int round = 0; round < 60; round++) {
            StoreRecord[] messages = new StoreRecord[50];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = message(1, random.nextInt(8), "round " + round + ", message " + i);
            }
            store(messages).forEach(placement -> expected.add(placement.sequence()));
            long[] settled = expected.stream()
                    .filter(sequence -> random.nextInt(3) == 0)
                    .mapToLong(Long::longValue)
                    .toArray();
            store(settle(1, settled));
            for (long sequence : settled) {
                expected.remove(sequence);
            }
        }
        assertThat(owed(1)).containsExactlyElementsOf(expected);
        assertThat(owed(2)).hasSize(3000);
        long from = random.nextInt(3000);
        assertThat(store().owed(1, from, 10))
                .extracting(StoredEntry::sequence)
                .containsExactlyElementsOf(
                        expected.tailSet(from).stream().limit(10).toList());
        assertThat(text(store().payload(1, 1))).isEqualTo("round 0, message 0");
        assertThat(text(store().payload(1, 3000))).isEqualTo("round 59, message 49");
    }

    @Test
    void statusSaysThatUnitsAreStored() {
        long before = store().status().commits();
        storeMessages(1);
        assertThat(store().status().commits()).isGreaterThan(before);
        assertThat(store().status().bytes()).isPositive();
        assertThat(store().status().writable()).isTrue();
    }

    /** Destination 1 with subscription 1, and messages m1, m2, … */
    private void storeMessages(int count) {
        store(destination(1), subscription(1, 1));
        for (int i = 1; i <= count; i++) {
            store(message(1, "m" + i));
        }
    }
}
