package io.narabi.runtime.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.DiskFile;
import io.narabi.runtime.Environment;
import io.narabi.runtime.EnvironmentContractTest;
import io.narabi.runtime.Worker;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SimulatedEnvironmentTest {

    private static void advanceUntil(SimulatedEnvironment environment, BooleanSupplier condition) {
        environment.runUntilIdle();
        for (int i = 0; i < 10_000 && !condition.getAsBoolean(); i++) {
            environment.advance(Duration.ofNanos(100_000));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Nested
    class OnCommand extends EnvironmentContractTest {

        private final SimulatedEnvironment environment = new SimulatedEnvironment(7);

        @Override
        protected Environment environment() {
            return environment;
        }

        @Override
        protected void until(BooleanSupplier condition) {
            advanceUntil(environment, condition);
        }
    }

    @Nested
    class Inline extends EnvironmentContractTest {

        private final SimulatedEnvironment environment = SimulatedEnvironment.inline(7);

        @Override
        protected Environment environment() {
            return environment;
        }

        @Override
        protected void until(BooleanSupplier condition) {
            advanceUntil(environment, condition);
        }
    }

    @Test
    void nothingRunsUncalled() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        List<String> ran = new ArrayList<>();
        environment.worker("a").submit(() -> ran.add("a"));
        environment.timer().schedule(0, () -> ran.add("timer"));
        assertThat(ran).isEmpty();
        assertThat(environment.step()).isTrue();
        assertThat(ran).hasSize(1);
        environment.runUntilIdle();
        assertThat(ran).containsExactlyInAnyOrder("a", "timer");
        assertThat(environment.step()).isFalse();
    }

    @Test
    void inlineTaskHasRunWhenSubmitReturns() {
        SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
        List<String> ran = new ArrayList<>();
        Worker first = environment.worker("first");
        Worker second = environment.worker("second");
        first.submit(() -> {
            second.submit(() -> ran.add("second"));
            ran.add("first");
        });
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void oneSeedIsOneScheduleAndManySeedsAreMany() {
        assertThat(schedule(3)).isEqualTo(schedule(3));
        Set<String> schedules = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            schedules.add(schedule(seed));
        }
        assertThat(schedules).hasSizeGreaterThan(40);
    }

    @Test
    void randomNumbersComeFromTheSeed() {
        assertThat(new SimulatedEnvironment(3).random().nextLong())
                .isEqualTo(new SimulatedEnvironment(3).random().nextLong())
                .isNotEqualTo(new SimulatedEnvironment(4).random().nextLong());
    }

    @Test
    void workerIsSerialEvenIfATaskLetsOthersRun() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        List<String> ran = new ArrayList<>();
        Worker worker = environment.worker("w");
        worker.submit(() -> {
            environment.worker("other").submit(() -> ran.add("other"));
            environment.runUntilIdle();
            ran.add("first");
        });
        worker.submit(() -> ran.add("second"));
        environment.runUntilIdle();
        assertThat(ran).containsExactly("other", "first", "second");
    }

    /** What three workers and the timer do in which order. */
    private static String schedule(long seed) {
        SimulatedEnvironment environment = new SimulatedEnvironment(seed);
        StringBuilder ran = new StringBuilder();
        for (String name : List.of("a", "b", "c")) {
            Worker worker = environment.worker(name);
            for (int i = 0; i < 4; i++) {
                worker.submit(() -> ran.append(name));
            }
        }
        environment.timer().schedule(0, () -> ran.append("t"));
        environment.runUntilIdle();
        return ran.toString();
    }

    @Test
    void timeStandsStillButForAdvance() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        long nanos = environment.clock().nanoTime();
        long wall = environment.clock().wallMillis();
        List<Long> ran = new ArrayList<>();
        environment.timer().schedule(5_000_000, () -> {
            ran.add(environment.clock().nanoTime() - nanos);
            environment
                    .timer()
                    .schedule(2_000_000, () -> ran.add(environment.clock().nanoTime() - nanos));
        });
        environment.runUntilIdle();
        assertThat(environment.clock().nanoTime()).isEqualTo(nanos);
        environment.advance(Duration.ofMillis(4));
        assertThat(ran).isEmpty();
        environment.advance(Duration.ofMillis(10));
        assertThat(ran).containsExactly(5_000_000L, 7_000_000L);
        assertThat(environment.clock().nanoTime() - nanos).isEqualTo(14_000_000);
        assertThat(environment.clock().wallMillis() - wall).isEqualTo(14);
    }

    @Test
    void workOfATimerIsDoneAtItsTime() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        long nanos = environment.clock().nanoTime();
        Worker worker = environment.worker("w");
        List<Long> ran = new ArrayList<>();
        environment
                .timer()
                .schedule(
                        1000,
                        () -> worker.submit(() -> ran.add(environment.clock().nanoTime() - nanos)));
        environment.timer().schedule(2000, () -> ran.add(0L));
        environment.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly(1000L, 0L);
    }

    @Test
    void nextTimerIsFound() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        long nanos = environment.clock().nanoTime();
        List<String> ran = new ArrayList<>();
        environment.timer().schedule(123_456_789, () -> ran.add("due"));
        assertThat(environment.advanceToNextTimer()).isTrue();
        assertThat(environment.clock().nanoTime() - nanos).isEqualTo(123_456_789);
        assertThat(ran).containsExactly("due");
        assertThat(environment.advanceToNextTimer()).isFalse();
    }

    @Test
    void equalTimesRunInTheOrderOfScheduling() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        List<Integer> ran = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            environment.timer().schedule(1000, () -> ran.add(number));
        }
        environment.advance(Duration.ofMillis(1));
        assertThat(ran).isSorted().hasSize(10);
    }

    @Test
    void wallClockJumpsAlone() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        long nanos = environment.clock().nanoTime();
        long wall = environment.clock().wallMillis();
        environment.clock().jumpWallClock(Duration.ofHours(-2));
        assertThat(environment.clock().wallMillis()).isEqualTo(wall - 7_200_000);
        assertThat(environment.clock().nanoTime()).isEqualTo(nanos);
    }

    @Test
    void failuresAreKept() {
        SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
        environment.worker("w").submit(() -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        assertThat(environment.failures()).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closeRunsWhatIsQueuedOnTheWorkerAndNothingElse() {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        List<String> ran = new ArrayList<>();
        Worker closed = environment.worker("closed");
        closed.submit(() -> ran.add("closed"));
        environment.worker("other").submit(() -> ran.add("other"));
        closed.close();
        assertThat(ran).containsExactly("closed");
    }

    @Test
    void crashForgetsWhatWasToBeDone() throws IOException {
        SimulatedEnvironment environment = new SimulatedEnvironment(1);
        List<String> ran = new ArrayList<>();
        Path directory = Path.of("/data");
        environment.disk().createDirectories(directory);
        DiskFile file = environment.disk().open(directory.resolve("f"));
        file.write(ByteBuffer.allocate(5), 0);
        file.force();
        environment.disk().forceDirectory(directory);
        Worker worker = environment.worker("w");
        worker.submit(() -> ran.add("worker"));
        environment.timer().schedule(0, () -> ran.add("timer"));
        environment.advance(Duration.ofMillis(1));
        worker.submit(() -> ran.add("worker, too late"));
        environment.timer().schedule(0, () -> ran.add("timer, too late"));
        long wall = environment.clock().wallMillis();
        SimulatedEnvironment after = environment.crash(CrashPolicy.LOSE_ALL);
        environment.runUntilIdle();
        after.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactlyInAnyOrder("worker", "timer");
        assertThatThrownBy(() -> worker.submit(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> environment.worker("new").submit(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(file::size).isInstanceOf(IOException.class);
        assertThat(after.disk().list(directory)).containsExactly("f");
        assertThat(after.clock().wallMillis()).isEqualTo(wall + 1000);
        after.worker("w").submit(() -> ran.add("after"));
        after.runUntilIdle();
        assertThat(ran).contains("after");
    }
}
