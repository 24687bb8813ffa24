package io.narabi.architecture.bad.store;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Counter-example: every way to the machine's time, waits included. */
public final class StoreReadsClocks {
    public long millis() {
        return System.currentTimeMillis();
    }

    public long nanos() {
        return System.nanoTime();
    }

    public LongSupplier byReference() {
        return System::nanoTime;
    }

    public Instant now() {
        return Instant.now();
    }

    public LocalDate today() {
        return LocalDate.now(ZoneOffset.UTC);
    }

    public Date date() {
        return new Date();
    }

    public Clock clock() {
        return Clock.systemUTC();
    }

    public Calendar calendar() {
        return Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    }

    public void slept() throws InterruptedException {
        Thread.sleep(1);
    }

    public void parked() {
        LockSupport.parkNanos(1);
    }

    public boolean awaited(CountDownLatch latch) throws InterruptedException {
        return latch.await(1, TimeUnit.SECONDS);
    }

    public String polled(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(1, TimeUnit.SECONDS);
    }

    public CompletableFuture<String> timedOut(CompletableFuture<String> future) {
        return future.orTimeout(1, TimeUnit.SECONDS);
    }

    public long condition(Condition condition) throws InterruptedException {
        return condition.awaitNanos(1);
    }

    public synchronized void monitor() throws InterruptedException {
        while (hashCode() == 0) {
            wait(1);
        }
    }
}
