package io.narabi.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RoundRobinTest {
    @Property(tries = 300)
    void anyRunOfCallsGivesEachPartitionOnce(
            @ForAll int start,
            @ForAll @IntRange(min = 1, max = 64) int partitions,
            @ForAll @IntRange(max = 200) int skip) {
        RoundRobin roundRobin = new RoundRobin(() -> start);
        IntStream.range(0, skip).forEach(i -> roundRobin.next(partitions));
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < partitions; i++) {
            seen.add(roundRobin.next(partitions));
        }
        assertThat(seen).hasSize(partitions).allMatch(p -> p >= 0 && p < partitions);
    }

    @Test
    void beginsAnywhere() {
        SplittableRandom random = new SplittableRandom(Seeds.next("beginsAnywhere", 1_000));
        int[] starts = new int[8];
        for (int i = 0; i < 1_000; i++) {
            starts[new RoundRobin(random::nextInt).next(8)]++;
        }
        // 125 expected each; 60 is more than six standard deviations away.
        assertThat(IntStream.of(starts)).allMatch(count -> count > 60);
    }

    @Test
    void drawsOneNumberOnly() {
        List<Integer> drawn = new ArrayList<>();
        IntSupplier random = () -> {
            drawn.add(5);
            return 5;
        };
        RoundRobin roundRobin = new RoundRobin(random);
        assertThat(List.of(roundRobin.next(8), roundRobin.next(8), roundRobin.next(8)))
                .containsExactly(5, 6, 7);
        assertThat(drawn).hasSize(1);
    }

    @Test
    void goesOnFairlyWhenTheNumberChanges() {
        RoundRobin roundRobin = new RoundRobin(() -> -1);
        int[] counts = new int[11];
        for (int partitions : new int[] {3, 8, 8, 2, 11}) {
            for (int i = 0; i < partitions; i++) {
                counts[roundRobin.next(partitions)]++;
            }
        }
        assertThat(counts).containsExactly(5, 5, 4, 3, 3, 3, 3, 3, 1, 1, 1);
    }

    @Test
    void isFairBetweenThreads() throws InterruptedException, ExecutionException {
        RoundRobin roundRobin = new RoundRobin(() -> Integer.MAX_VALUE);
        AtomicIntegerArray counts = new AtomicIntegerArray(7);
        CyclicBarrier start = new CyclicBarrier(4);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                running.add(threads.submit(() -> {
                    start.await();
                    for (int i = 0; i < 140_000; i++) {
                        counts.incrementAndGet(roundRobin.next(7));
                    }
                    return true;
                }));
            }
            for (Future<?> thread : running) {
                thread.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(IntStream.range(0, 7).map(counts::get)).containsOnly(80_000);
    }

    @Test
    void theOpenOnesShareWhatTheClosedOnesDoNotTake() {
        RoundRobin roundRobin = new RoundRobin(() -> 3);
        int[] counts = new int[8];
        for (int i = 0; i < 600; i++) {
            counts[roundRobin.next(8, partition -> partition != 2 && partition != 3)]++;
        }
        assertThat(counts).containsExactly(100, 100, 0, 0, 100, 100, 100, 100);
    }

    @Test
    void takesTurnsWhereAllOrNoneAreOpen() {
        RoundRobin roundRobin = new RoundRobin(() -> 0);
        int[] counts = new int[4];
        for (int i = 0; i < 40; i++) {
            counts[roundRobin.next(4, partition -> false)]++;
            counts[roundRobin.next(4, partition -> true)]++;
        }
        assertThat(counts).containsOnly(20);
    }

    @Test
    void refusesZeroPartitions() {
        RoundRobin roundRobin = new RoundRobin(() -> 0);
        assertThatThrownBy(() -> roundRobin.next(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 partition, not 0");
        assertThatThrownBy(() -> roundRobin.next(-1, partition -> true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not -1");
    }
}
