package io.narabi.store;

import static io.narabi.store.StoreRecords.branch;
import static io.narabi.store.StoreRecords.destination;
import static io.narabi.store.StoreRecords.message;
import static io.narabi.store.StoreRecords.settle;
import static io.narabi.store.StoreRecords.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every store must do with units and callbacks. */
public abstract class StoreUnitContractTest extends StoreTest {

    @Test
    void callbacksComeOnceInTheOrderOfTheUnitsAndOneAtATime() {
        store(destination(1));
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger atOnce = new AtomicInteger();
        List<String> expected = new ArrayList<>();
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            boolean refused = i % 7 == 3;
            String name = refused ? "refused " + i : "stored " + i;
            expected.add(name);
            CompletableFuture<String> done = new CompletableFuture<>();
            all.add(done);
            int number = i;
            store().append(StoreUnit.of(message(refused ? 99 : 1, name)), new AppendCallback() {
                @Override
                public void stored(List<Placement> placements) {
                    tell("stored " + number);
                }

                @Override
                public void failed(StoreException reason) {
                    tell("refused " + number);
                }

                private void tell(String what) {
                    if (atOnce.incrementAndGet() > 1) {
                        told.add("two at once");
                    }
                    told.add(what);
                    atOnce.decrementAndGet();
                    done.complete(what);
                }
            });
        }
        all.forEach(tested()::await);
        assertThat(told).isEqualTo(expected);
    }

    @Test
    void unitIsStoredAsAWholeOrNotAtAll() {
        store(destination(1), subscription(1, 1));
        store(message(1, "first"));
        CompletableFuture<List<Placement>> before = tested().append(StoreUnit.of(message(1, "before")));
        CompletableFuture<List<Placement>> bad = tested().append(new StoreUnit(List.of(
                message(1, "never"),
                settle(1, 1),
                new DefineDestination(2, "never", Map.of(), 0),
                message(3, "to nowhere"))));
        CompletableFuture<List<Placement>> after = tested().append(StoreUnit.of(message(1, "after")));
        assertThat(tested().await(before)).extracting(Placement::sequence).containsExactly(2L);
        assertFails(Reason.REFUSED, () -> tested().await(bad));
        assertThat(tested().await(after)).extracting(Placement::sequence).containsExactly(3L);
        assertThat(owed(1)).containsExactly(1L, 2L, 3L);
        assertFails(Reason.REFUSED, () -> store(message(2, "not defined")));
        assertThat(tested().state().destinations())
                .extracting(DefineDestination::id)
                .containsExactly(1);
    }

    @Test
    void unitIsVisibleBeforeItsCallback() {
        store(destination(1), subscription(1, 1));
        CompletableFuture<List<Long>> seen = new CompletableFuture<>();
        store().append(StoreUnit.of(message(1, "a")), new AppendCallback() {
            @Override
            public void stored(List<Placement> placements) {
                seen.complete(store().owed(1, 0, 10).stream()
                        .map(StoredEntry::sequence)
                        .toList());
            }

            @Override
            public void failed(StoreException reason) {
                seen.completeExceptionally(reason);
            }
        });
        assertThat(tested().await(seen)).containsExactly(1L);
    }

    @Test
    void recordsOfAUnitBuildOnThoseBefore() {
        List<Placement> placements = store(
                destination(1),
                message(1, "nobody's"),
                subscription(1, 1),
                message(1, "a"),
                subscription(2, 1),
                message(1, "b"),
                new DropSubscription(1),
                message(1, "c"),
                settle(2, 3));
        assertThat(placements).extracting(Placement::sequence).containsExactly(1L, 2L, 3L, 4L);
        assertThat(owed(1)).isEmpty();
        assertThat(owed(2)).containsExactly(4L);
        assertFails(
                Reason.REFUSED,
                () -> store(destination(2), subscription(3, 2), new DropDestination(2), message(2, "gone again")));
        store(new Prepare(branch(1), List.of(message(1, "d"))), new RollbackBranch(branch(1)));
        assertFails(Reason.REFUSED, () -> store(new CommitBranch(branch(1))));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        store(destination(1), destination(2), subscription(1, 1));
        byte[] body = {1};
        List<StoreRecord> senseless = List.of(
                new DefineDestination(0, "d", Map.of(), 0),
                new DefineDestination(3, "d", Map.of(), -1),
                new DefineSubscription(0, 1, "s", Map.of()),
                new DefineSubscription(2, 99, "s", Map.of()),
                new DefineSubscription(1, 2, "moved", Map.of()),
                new NewMessage(99, 0, "", 4, true, 0, 0, body),
                new NewMessage(1, -1, "", 4, true, 0, 0, body),
                new NewMessage(1, 0, "", 10, true, 0, 0, body),
                new NewMessage(1, 0, "", -1, true, 0, 0, body),
                new Attempt(1, 1, -1),
                new Prepare(branch(1), List.of(message(99, "to nowhere"))),
                new Prepare(branch(1), List.of(destination(5))),
                new Prepare(branch(1), List.of(new CommitBranch(branch(1)))),
                new CommitBranch(branch(1)),
                new RollbackBranch(branch(1)));
        for (StoreRecord item : senseless) {
            assertFails(Reason.REFUSED, () -> store(item));
            assertFails(Reason.REFUSED, () -> store(message(1, "never"), item));
        }
        assertThat(owed(1)).isEmpty();
        assertThat(store().nextSequence(1)).isEqualTo(1);
    }

    @Test
    void whatConcernsNobodyHasNoEffect() {
        store(destination(1), subscription(1, 1));
        store(
                settle(9, 1),
                new Attempt(9, 1, 2),
                new AttemptMark(9, 5),
                new StoreRecord.LaneMark(9, "g", 1, 5),
                new DropSubscription(9),
                new DropDestination(9));
        assertThat(tested().state().attempts().keySet()).containsExactly(1);
        assertThat(tested().state().laneMarks()).isEmpty();
    }

    @Test
    void rowOfUnitsBreaksWhereOneFails() {
        store(destination(1), subscription(1, 1));
        Row row = new Row();
        List<CompletableFuture<List<Placement>>> done = List.of(
                tested().append(row.unit(message(1, "a"))),
                tested().append(row.unit(message(99, "fails"))),
                tested().append(row.unit(message(1, "must not overtake"))),
                tested().append(StoreUnit.of(message(1, "of another row"))));
        assertThat(tested().await(done.get(0))).hasSize(1);
        assertFails(Reason.REFUSED, () -> tested().await(done.get(1)));
        assertFails(Reason.REFUSED, () -> tested().await(done.get(2)));
        assertThat(tested().await(done.get(3))).extracting(Placement::sequence).containsExactly(2L);
        assertThat(owed(1)).containsExactly(1L, 2L);
        store().close();
        Row late = new Row();
        assertFails(Reason.CLOSED, () -> tested().await(tested().append(late.unit(message(1, "too late")))));
        assertThat(late.broken).isTrue();
    }

    /** A row as the broker has one for each producer and group. */
    private static final class Row implements StoreUnit.Chain {

        private volatile boolean broken;

        StoreUnit unit(StoreRecord item) {
            return new StoreUnit(List.of(item), Optional.of(this));
        }

        @Override
        public boolean isIntact() {
            return !broken;
        }

        @Override
        public void broken() {
            broken = true;
        }
    }

    @Test
    void unitsOfSeveralThreadsKeepEachThreadsOrder() throws Exception {
        store(destination(1), subscription(1, 1));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<List<CompletableFuture<List<Placement>>>>> started = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int partition = t;
                started.add(threads.submit(() -> {
                    List<CompletableFuture<List<Placement>>> appended = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        appended.add(tested().append(StoreUnit.of(message(1, partition, "message " + i))));
                    }
                    return appended;
                }));
            }
            TreeSet<Long> all = new TreeSet<>();
            for (Future<List<CompletableFuture<List<Placement>>>> each : started) {
                long last = 0;
                for (CompletableFuture<List<Placement>> appended : each.get()) {
                    Placement placement = tested().await(appended).get(0);
                    assertThat(placement.sequence()).isGreaterThan(last);
                    last = placement.sequence();
                    all.add(last);
                }
            }
            assertThat(all).hasSize(800);
            assertThat(all.last()).isEqualTo(800);
            assertThat(owed(1)).containsExactlyElementsOf(all);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closeStoresWhatIsQueuedAndThenAllFails() {
        store(destination(1), subscription(1, 1));
        List<CompletableFuture<List<Placement>>> queued = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            queued.add(tested().append(StoreUnit.of(message(1, "queued"))));
        }
        Store closed = store();
        closed.close();
        assertThat(queued).allMatch(future -> future.isDone() && !future.isCompletedExceptionally());
        closed.close();
        CompletableFuture<List<Placement>> late = tested().append(StoreUnit.of(message(1, "too late")));
        assertFails(Reason.CLOSED, () -> tested().await(late));
        assertFails(Reason.CLOSED, () -> closed.owed(1, 0, 1));
        assertFails(Reason.CLOSED, () -> closed.firstOwed(1, 0));
        assertFails(Reason.CLOSED, () -> closed.owedCount(1));
        assertFails(Reason.CLOSED, () -> closed.entry(1, 1));
        assertFails(Reason.CLOSED, () -> closed.payload(1, 1));
        assertFails(Reason.CLOSED, () -> closed.nextSequence(1));
    }
}
