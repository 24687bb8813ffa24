package io.narabi.store.journal;

import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.settle;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.Clock;
import io.narabi.runtime.Disk;
import io.narabi.runtime.Environment;
import io.narabi.runtime.RandomSource;
import io.narabi.runtime.SystemEnvironment;
import io.narabi.runtime.Timer;
import io.narabi.runtime.Worker;
import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.DiskCounts;
import io.narabi.runtime.sim.DiskInterceptor.Operation;
import io.narabi.runtime.sim.MemoryDisk;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.AppendCallback;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What has queued up is written once and forced once; what was not forced is told to nobody, and seen by nobody. */
class GroupCommitTest {

    @Test
    void oneWriteAndOneForceForAllThatHasQueuedUp() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        JournalUnderTest tested =
                new JournalUnderTest(environment, CrashPolicy.LOSE_ALL, options -> options.withSegmentSize(1 << 20));
        tested.store(destination(1), subscription(1, 1));
        DiskCounts before = environment.disk().counts();
        List<CompletableFuture<List<Placement>>> units = new ArrayList<>();
        for (int i = 1; i <= 300; i++) {
            units.add(tested.append(StoreUnit.of(message(1, "m" + i))));
        }
        units.forEach(tested::await);
        DiskCounts after = environment.disk().counts();
        assertThat(after.writes() - before.writes()).isEqualTo(1);
        assertThat(after.forces() - before.forces()).isEqualTo(1);
        assertThat(owed(tested.store(), 1, 1)).hasSize(300);
    }

    @Test
    void messagesThatDoNotSurviveACrashAreNotForced() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        JournalUnderTest tested =
                new JournalUnderTest(environment, CrashPolicy.LOSE_ALL, options -> options.withSegmentSize(1 << 20));
        tested.store(destination(1), subscription(1, 1));
        // The first one reserves sequences.
        tested.store(message(1, "first", false));
        DiskCounts before = environment.disk().counts();
        for (int i = 0; i < 20; i++) {
            tested.store(message(1, "m" + i, false));
        }
        DiskCounts after = environment.disk().counts();
        assertThat(after.writes() - before.writes()).isEqualTo(20);
        assertThat(after.forces()).isEqualTo(before.forces());
        tested.store(message(1, "forced"));
        assertThat(environment.disk().counts().forces()).isEqualTo(before.forces() + 1);
    }

    /** While the disk is busy with one force, nobody is told, readers go on, and all that comes meanwhile becomes one commit. */
    @Test
    void slowDisk() throws Exception {
        try (SystemEnvironment threads = new SystemEnvironment()) {
            MemoryDisk disk = new MemoryDisk(1);
            try (JournalStore store = new JournalStore(
                    onThreads(threads, disk),
                    JournalOptions.in(JournalUnderTest.DIRECTORY).withSegmentSize(1 << 20))) {
                store.open();
                append(store, StoreUnit.of(destination(1))).get(30, TimeUnit.SECONDS);
                append(store, StoreUnit.of(subscription(1, 1))).get(30, TimeUnit.SECONDS);
                append(store, StoreUnit.of(message(1, "before"))).get(30, TimeUnit.SECONDS);
                CountDownLatch forcing = new CountDownLatch(1);
                Semaphore mayForce = new Semaphore(0);
                disk.intercept((operation, path) -> {
                    if (operation == Operation.FORCE) {
                        forcing.countDown();
                        mayForce.acquireUninterruptibly();
                    }
                });
                try {
                    whileForcing(store, forcing, mayForce);
                } finally {
                    // Or a failure above would wait for ever in close.
                    mayForce.release(1_000);
                }
            }
        }
    }

    private static void whileForcing(JournalStore store, CountDownLatch forcing, Semaphore mayForce) throws Exception {
        long commits = store.status().commits();
        CompletableFuture<List<Placement>> first =
                append(store, new StoreUnit(List.of(message(1, "first"), settle(1, 1))));
        assertThat(forcing.await(30, TimeUnit.SECONDS)).isTrue();
        List<CompletableFuture<List<Placement>>> meanwhile = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            meanwhile.add(append(store, StoreUnit.of(message(1, "meanwhile " + i))));
        }
        assertThat(first).isNotDone();
        assertThat(owed(store, 1, 1)).containsExactly("before");
        assertThat(store.nextSequence(1)).isEqualTo(2);
        mayForce.release();
        first.get(30, TimeUnit.SECONDS);
        assertThat(meanwhile).noneMatch(CompletableFuture::isDone);
        assertThat(owed(store, 1, 1)).containsExactly("first");
        mayForce.release(1_000);
        for (CompletableFuture<List<Placement>> unit : meanwhile) {
            unit.get(30, TimeUnit.SECONDS);
        }
        assertThat(owed(store, 1, 1)).hasSize(51);
        assertThat(store.status().commits()).isEqualTo(commits + 2);
    }

    private static CompletableFuture<List<Placement>> append(JournalStore store, StoreUnit unit) {
        CompletableFuture<List<Placement>> done = new CompletableFuture<>();
        store.append(unit, new AppendCallback() {
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

    /** Real threads, and a disk that does what it is told. */
    private static Environment onThreads(SystemEnvironment threads, MemoryDisk disk) {
        return new Environment() {
            @Override
            public Clock clock() {
                return threads.clock();
            }

            @Override
            public Worker worker(String name) {
                return threads.worker(name);
            }

            @Override
            public Timer timer() {
                return threads.timer();
            }

            @Override
            public RandomSource random() {
                return threads.random();
            }

            @Override
            public Disk disk() {
                return disk;
            }
        };
    }

    /** Units of many megabytes are written in pieces, and are units all the same. */
    @Test
    void largeUnits() {
        JournalUnderTest tested =
                new JournalUnderTest(SimulatedEnvironment.inline(1), CrashPolicy.LOSE_ALL, UnaryOperator.identity());
        tested.store(destination(1), subscription(1, 1));
        java.util.Random random = new java.util.Random(1);
        byte[] large = new byte[20 << 20];
        random.nextBytes(large);
        tested.store(
                message(1, "small"),
                new io.narabi.store.StoreRecord.NewMessage(1, 0, "g", 4, true, 0, 0, large),
                message(1, "another"));
        assertThat(tested.store().payload(1, 2)).isEqualTo(large);
        tested.reopen(io.narabi.store.StoreUnderTest.Restart.CRASH);
        assertThat(tested.store().payload(1, 2)).isEqualTo(large);
        assertThat(Units.text(tested.store(), 1, 3)).isEqualTo("another");
        tested.environment().disk().goDownAfter(2);
        tested.append(new StoreUnit(
                List.of(new io.narabi.store.StoreRecord.NewMessage(1, 0, "g", 4, true, 0, 0, large), settle(1, 1))));
        tested.crash(CrashPolicy.KEEP_ALL);
        tested.start();
        assertThat(tested.store().owedCount(1)).isEqualTo(3);
        assertThat(Units.text(tested.store(), 1, 1)).isEqualTo("small");
        tested.close();
    }
}
