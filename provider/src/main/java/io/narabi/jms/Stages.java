package io.narabi.jms;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waiting for an engine. An interrupt cuts no wait short: it is kept for the caller, so that no outcome is lost. */
final class Stages {

    private Stages() {}

    /** Waits as long as it takes. */
    static <T extends @Nullable Object> T join(CompletionStage<T> stage) throws JMSException {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException | CancellationException e) {
            throw JmsExceptions.of(e);
        }
    }

    /**
     * Waits up to {@code limit}.
     *
     * @param what completes the sentence that the timeout's exception begins with
     */
    static <T extends @Nullable Object> T join(CompletionStage<T> stage, Duration limit, String what)
            throws JMSException {
        CompletableFuture<T> future = stage.toCompletableFuture();
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            throw JmsExceptions.withCause(
                    new JMSException(
                            what + " was not confirmed within " + limit
                                    + ": it may be carried out later, or not; raise sendTimeout if the store is only slow",
                            "TIMEOUT"),
                    e);
        } catch (ExecutionException | CancellationException e) {
            throw JmsExceptions.of(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
