package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.Timer.Cancellable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every environment must do. */
public abstract class EnvironmentContractTest {

    private Environment environment;

    protected abstract Environment environment();

    /** Lets the environment work, and time pass, until it is so. */
    protected abstract void until(BooleanSupplier condition);

    @BeforeEach
    void create() {
        environment = environment();
    }

    @Test
    void workerRunsTasksInOrder() {
        Worker worker = environment.worker("test");
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 1000; i++) {
            int number = i;
            worker.submit(() -> ran.add(number));
        }
        until(() -> ran.size() == 1000);
        assertThat(ran).isEqualTo(IntStream.range(0, 1000).boxed().toList());
        worker.close();
    }

    @Test
    void workerRunsOneTaskAtATimeWhoeverSubmits() throws Exception {
        Worker worker = environment.worker("test");
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<List<Integer>> ran = IntStream.range(0, 4)
                .<List<Integer>>mapToObj(t -> Collections.synchronizedList(new ArrayList<>()))
                .toList();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> submitted = new ArrayList<>();
            for (List<Integer> mine : ran) {
                submitted.add(threads.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        int number = i;
                        worker.submit(() -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            mine.add(number);
                            running.decrementAndGet();
                        });
                    }
                }));
            }
            for (Future<?> each : submitted) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
        }
        until(() -> ran.stream().allMatch(mine -> mine.size() == 500));
        assertThat(most).hasValue(1);
        assertThat(ran).allSatisfy(mine -> assertThat(mine).isSorted());
        worker.close();
    }

    @Test
    void taskSubmittedByATaskRunsAfterIt() {
        Worker worker = environment.worker("test");
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        worker.submit(() -> {
            worker.submit(() -> ran.add("inner"));
            ran.add("outer");
        });
        until(() -> ran.size() == 2);
        assertThat(ran).containsExactly("outer", "inner");
        worker.close();
    }

    @Test
    void workerGoesOnAfterATaskThatThrows() {
        Worker worker = environment.worker("test");
        AtomicInteger ran = new AtomicInteger();
        worker.submit(() -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        worker.submit(() -> {
            throw new AssertionError("thrown on purpose by a test");
        });
        worker.submit(ran::incrementAndGet);
        until(() -> ran.get() == 1);
        worker.close();
    }

    @Test
    void closeLetsQueuedTasksFinish() {
        Worker worker = environment.worker("test");
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            worker.submit(ran::incrementAndGet);
        }
        worker.close();
        assertThat(ran).hasValue(500);
        worker.close();
        assertThatThrownBy(() -> worker.submit(ran::incrementAndGet)).isInstanceOf(RejectedExecutionException.class);
        assertThat(ran).hasValue(500);
    }

    @Test
    void workerMayCloseItself() {
        Worker worker = environment.worker("test");
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        // A task of the worker queues both, so that they are queued before the first of them runs, whatever the
        // environment.
        worker.submit(() -> {
            worker.submit(() -> {
                worker.close();
                ran.add("closed");
            });
            worker.submit(() -> ran.add("queued before"));
        });
        until(() -> ran.size() == 2);
        assertThat(ran).containsExactly("closed", "queued before");
        assertThatThrownBy(() -> worker.submit(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void unusedWorkerCanBeClosed() {
        Worker worker = environment.worker("test");
        worker.close();
        assertThatThrownBy(() -> worker.submit(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void workersDoNotWaitForEachOther() {
        Worker first = environment.worker("same name");
        Worker second = environment.worker("same name");
        AtomicInteger ran = new AtomicInteger();
        first.close();
        second.submit(ran::incrementAndGet);
        until(() -> ran.get() == 1);
        second.close();
    }

    @Test
    void timerIsNeverEarly() {
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger early = new AtomicInteger();
        for (long delay : new long[] {0, 1, 999_999, 1_000_000, 20_000_000, 35_000_001, -5}) {
            long due = environment.clock().nanoTime() + delay;
            environment.timer().schedule(delay, () -> {
                early.addAndGet(environment.clock().nanoTime() - due < 0 ? 1 : 0);
                ran.incrementAndGet();
            });
        }
        until(() -> ran.get() == 7);
        assertThat(early).hasValue(0);
    }

    @Test
    void timerRunsTasksAsTheyAreDue() {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        environment.timer().schedule(60_000_000, () -> ran.add("later"));
        environment.timer().schedule(5_000_000, () -> ran.add("soon"));
        environment.timer().schedule(Long.MAX_VALUE, () -> ran.add("never"));
        until(() -> ran.size() == 2);
        assertThat(ran).containsExactly("soon", "later");
    }

    @Test
    void cancelledTaskDoesNotRun() {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        Cancellable cancelled = environment.timer().schedule(10_000_000, () -> ran.add("cancelled"));
        environment.timer().schedule(20_000_000, () -> ran.add("not cancelled"));
        cancelled.cancel();
        cancelled.cancel();
        until(() -> !ran.isEmpty());
        assertThat(ran).containsExactly("not cancelled");
        Cancellable done = environment.timer().schedule(0, () -> ran.add("done"));
        until(() -> ran.size() == 2);
        assertThatCode(done::cancel).doesNotThrowAnyException();
    }

    @Test
    void timerGoesOnAfterATaskThatThrows() {
        AtomicInteger ran = new AtomicInteger();
        environment.timer().schedule(0, () -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        environment.timer().schedule(1, ran::incrementAndGet);
        until(() -> ran.get() == 1);
    }

    @Test
    void clocksGoForward() {
        long nanos = environment.clock().nanoTime();
        long wall = environment.clock().wallMillis();
        assertThat(wall).as("after 2023, before 2100").isBetween(1_700_000_000_000L, 4_100_000_000_000L);
        AtomicLong later = new AtomicLong();
        environment
                .timer()
                .schedule(30_000_000, () -> later.set(environment.clock().nanoTime()));
        until(() -> later.get() != 0);
        assertThat(later.get() - nanos).isGreaterThanOrEqualTo(30_000_000);
        assertThat(environment.clock().wallMillis()).isGreaterThanOrEqualTo(wall);
    }

    @Test
    void randomNumbersKeepTheirBounds() {
        int[] seen = new int[10];
        for (int i = 0; i < 1000; i++) {
            seen[environment.random().nextInt(10)]++;
        }
        assertThat(seen).doesNotContain(0);
        assertThat(environment.random().nextLong())
                .isNotEqualTo(environment.random().nextLong());
        assertThat(environment.random().nextInt(1)).isZero();
        assertThatThrownBy(() -> environment.random().nextInt(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thereIsADisk() {
        assertThat(environment.disk()).isSameAs(environment.disk());
    }
}
