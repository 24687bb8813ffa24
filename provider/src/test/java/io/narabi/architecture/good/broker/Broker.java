package io.narabi.architecture.good.broker;

import io.narabi.architecture.good.broker.lane.Lane;
import io.narabi.architecture.good.engine.Engine;
import io.narabi.architecture.good.placement.Placement;
import io.narabi.architecture.good.runtime.Machine;
import io.narabi.architecture.good.selector.Selector;
import io.narabi.architecture.good.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** What is allowed. */
public final class Broker {
    public String knows(Engine known) {
        return known.toString();
    }

    public String knows(Lane known) {
        return known.toString();
    }

    public String knows(Placement known) {
        return known.toString();
    }

    public String knows(Store known) {
        return known.toString();
    }

    public String knows(Selector known) {
        return known.toString();
    }

    public String knows(Machine known) {
        return known.toString();
    }

    public void interrupted() {
        Thread.currentThread().interrupt();
    }

    public CompletableFuture<Void> onAGivenExecutor(Executor executor, Runnable task) {
        return CompletableFuture.runAsync(task, executor);
    }

    public long converted(long seconds) {
        return TimeUnit.MILLISECONDS.convert(seconds, TimeUnit.SECONDS);
    }

    public void awaited(CountDownLatch latch) throws InterruptedException {
        latch.await();
    }
}
