package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemEnvironmentTest extends EnvironmentContractTest {

    private final SystemEnvironment environment = new SystemEnvironment();

    @Override
    protected Environment environment() {
        return environment;
    }

    @Override
    protected void until(BooleanSupplier condition) {
        await().until(condition::getAsBoolean);
    }

    @AfterEach
    void close() {
        environment.close();
    }

    @Test
    void threadsAreNamedDaemonsOfNoApplication() {
        ClassLoader application = new ClassLoader() {};
        Thread.currentThread().setContextClassLoader(application);
        try {
            Thread worker = threadOf(environment.worker("journal"));
            assertThat(worker.getName()).isEqualTo("narabi-journal");
            assertThat(worker.isDaemon()).isTrue();
            assertThat(worker.getContextClassLoader()).isNotSameAs(application);
            CompletableFuture<Thread> timer = new CompletableFuture<>();
            environment.timer().schedule(0, () -> timer.complete(Thread.currentThread()));
            assertThat(timer.join().getName()).isEqualTo("narabi-timer");
            assertThat(timer.join().isDaemon()).isTrue();
            assertThat(timer.join().getContextClassLoader()).isNotSameAs(application);
        } finally {
            Thread.currentThread().setContextClassLoader(SystemEnvironmentTest.class.getClassLoader());
        }
    }

    @Test
    void closeEndsAllThreads() {
        Thread worker = threadOf(environment.worker("forgotten"));
        CompletableFuture<Thread> timer = new CompletableFuture<>();
        environment.timer().schedule(0, () -> timer.complete(Thread.currentThread()));
        Thread timerThread = timer.join();
        AtomicInteger ran = new AtomicInteger();
        environment.timer().schedule(3_600_000_000_000L, ran::incrementAndGet);
        environment.close();
        assertThat(worker.isAlive()).isFalse();
        await().until(() -> !timerThread.isAlive());
        assertThatThrownBy(() -> environment.timer().schedule(0, ran::incrementAndGet))
                .isInstanceOf(RejectedExecutionException.class);
        environment.close();
        assertThat(ran).hasValue(0);
    }

    @Test
    void closedWorkersThreadEnds() {
        Worker worker = environment.worker("test");
        Thread thread = threadOf(worker);
        worker.close();
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void closeWaitsForTheRunningTaskEvenIfInterrupted() throws Exception {
        Worker worker = environment.worker("test");
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        worker.submit(() -> {
            running.countDown();
            awaitUninterruptibly(mayEnd);
            ended.incrementAndGet();
        });
        running.await();
        CompletableFuture<Boolean> interruptedAfterwards = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            worker.close();
            interruptedAfterwards.complete(Thread.currentThread().isInterrupted() && ended.get() == 1);
        });
        closer.start();
        await().until(() -> closer.getState() == Thread.State.WAITING);
        assertThat(interruptedAfterwards).isNotDone();
        mayEnd.countDown();
        assertThat(interruptedAfterwards.join()).isTrue();
    }

    @Test
    void interruptOfOneTaskDoesNotReachTheNext() {
        Worker worker = environment.worker("test");
        worker.submit(() -> Thread.currentThread().interrupt());
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        worker.submit(() -> interrupted.complete(Thread.currentThread().isInterrupted()));
        assertThat(interrupted.join()).isFalse();
    }

    private static Thread threadOf(Worker worker) {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        worker.submit(() -> thread.complete(Thread.currentThread()));
        return thread.join();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // Only the worker's own end may wake it.
                continue;
            }
        }
    }
}
