package io.narabi.architecture.bad.broker;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Counter-example: every way to another thread. */
public final class BrokerStartsThreads {
    public void constructed(Runnable task) {
        new Thread(task).start();
    }

    public ExecutorService pooled() {
        return Executors.newCachedThreadPool();
    }

    public void forked(ForkJoinPool pool, Runnable task) {
        pool.execute(task);
    }

    public Timer timed() {
        return new Timer();
    }

    public CompletableFuture<Void> onTheCommonPool(Runnable task) {
        return CompletableFuture.runAsync(task);
    }

    public CompletableFuture<String> continuedOnTheCommonPool(CompletableFuture<String> future) {
        return future.thenApplyAsync(String::trim);
    }

    public long parallel(List<String> list) {
        return list.parallelStream().count();
    }

    public long parallel(Stream<String> stream) {
        return stream.parallel().count();
    }

    public Consumer<Thread> byReference() {
        return Thread::start;
    }
}
