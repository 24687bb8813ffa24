package io.narabi.jms;

import io.narabi.engine.Delivery;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * AUTO_ACKNOWLEDGE and DUPS_OK_ACKNOWLEDGE (DESIGN §2.4, §2.16). The session has at most {@code window} acknowledgements that are not
 * durable yet, put off ones included: one in AUTO, so that only the last message is ever in doubt (Jakarta Messaging 3.1 §6.2.11). In
 * DUPS_OK they are put off until half a window is full, nothing more is to be had, delivery stops, or {@link #LONGEST_DELAY} has passed.
 *
 * <p>Its lock comes before the lock of the engine session.
 *
 * <p>The lane of what {@code receive} returned last is kept until the session's next receive, however early the acknowledgement was
 * durable: until then the application may still be working on it.
 */
final class AutomaticAcknowledger extends Acknowledger {

    /** How long an acknowledgement is put off at most. */
    static final Duration LONGEST_DELAY = Duration.ofMillis(100);

    private static final Logger LOG = LoggerFactory.getLogger(AutomaticAcknowledger.class);

    private final ConnectionThreads threads;
    private final int batchSize;
    private final int window;
    private final boolean keepLanes;

    /** Guards what follows, and orders the calls to the engine; never held while waiting. */
    private final Object lock = new Object();

    private List<Delivery> putOff = new ArrayList<>();
    private final Deque<UnderWay> underWay = new ArrayDeque<>();
    private int underWayCount;
    private boolean timerSet;

    /** What {@code receive} returned last and the application may be working on; its consumer. */
    private @Nullable Delivery inHand;

    private @Nullable ConsumerCore inHandOf;
    private boolean lanesKept;

    /** What a listener is working on; null once it was recovered. */
    private @Nullable Delivery listenedTo;

    /** Failed attempts that must be known to the engine before the next message is asked for. */
    private CompletableFuture<Void> failing = CompletableFuture.completedFuture(null);

    /** Acknowledgements that the engine is making durable; itself and nothing else. */
    private static final class UnderWay {
        private final List<Delivery> deliveries;
        private final CompletableFuture<Void> outcome;

        UnderWay(List<Delivery> deliveries, CompletableFuture<Void> outcome) {
            this.deliveries = deliveries;
            this.outcome = outcome;
        }

        Optional<JMSException> await() {
            try {
                Stages.join(outcome);
                return Optional.empty();
            } catch (JMSException e) {
                return Optional.of(e);
            }
        }
    }

    /**
     * How far acknowledgements lag behind.
     *
     * @param batchSize how many are put off before they are written
     * @param window how many may be not durable while the session goes on
     * @param keepLanes whether lanes are kept after a synchronous receive
     */
    record Lag(int batchSize, int window, boolean keepLanes) {

        static Lag auto(int window, boolean keepLanes) {
            return new Lag(1, window, keepLanes);
        }

        static Lag dupsOk(int window, boolean keepLanes) {
            return new Lag(Math.max(1, window / 2), window, keepLanes);
        }
    }

    AutomaticAcknowledger(EngineSession engine, ReentrantLock engineLock, ConnectionThreads threads, Lag lag) {
        super(engine, engineLock);
        this.threads = threads;
        this.batchSize = lag.batchSize();
        this.window = lag.window();
        this.keepLanes = lag.keepLanes();
    }

    @Override
    void beforeNext() throws JMSException {
        boolean release;
        CompletableFuture<Void> failed;
        synchronized (lock) {
            inHand = null;
            inHandOf = null;
            failed = failing;
            release = lanesKept;
        }
        if (!failed.isDone() || failed.isCompletedExceptionally()) {
            Stages.join(failed.exceptionally(AutomaticAcknowledger::logged));
        }
        awaitDurable(window - 1);
        if (release) {
            synchronized (lock) {
                lanesKept = false;
            }
            releaseKeptLanes();
        }
    }

    /** Waits until at most {@code allowed} acknowledgements are not durable, oldest first. Several threads may wait for the same. */
    private void awaitDurable(int allowed) throws JMSException {
        while (true) {
            UnderWay oldest;
            synchronized (lock) {
                oldest = underWay.peekFirst();
                if (underWayCount + putOff.size() <= allowed || oldest == null) {
                    return;
                }
            }
            Optional<JMSException> failure = oldest.await();
            boolean first;
            synchronized (lock) {
                first = underWay.remove(oldest);
                underWayCount -= first ? oldest.deliveries.size() : 0;
            }
            if (first && failure.isPresent()) {
                giveBack(oldest.deliveries, failure.get());
                throw failure.get();
            }
        }
    }

    /** Could not be acknowledged: the engine is to deliver them again, unless it knows that they were. */
    private void giveBack(List<Delivery> deliveries, JMSException why) throws JMSException {
        FailureCause cause = FailureCause.of(FailureCause.Kind.RECOVERED, why);
        Stages.join(fail(deliveries, cause).exceptionally(AutomaticAcknowledger::logged));
    }

    private static @Nullable Void logged(Throwable failure) {
        LOG.warn(
                "A delivery could not be returned; the broker returns it when the session ends: {}",
                JmsExceptions.unwrap(failure).toString());
        return null;
    }

    @Override
    void handedOver(Delivery delivery, boolean toListener) {
        if (toListener) {
            synchronized (lock) {
                listenedTo = delivery;
            }
        }
    }

    @Override
    void received(ConsumerCore consumer, Delivery delivery) {
        synchronized (lock) {
            if (keepLanes) {
                inHand = delivery;
                inHandOf = consumer;
            }
            putOff(delivery);
        }
    }

    @Override
    void listened(Delivery delivery, @Nullable Throwable failure) {
        synchronized (lock) {
            boolean recovered = listenedTo == null;
            listenedTo = null;
            if (failure != null) {
                LOG.warn(
                        "A listener failed at message {} of {} (attempt {}); the message is delivered again unless that"
                                + " was its last attempt",
                        delivery.message().headers().messageId(),
                        delivery.subscription(),
                        delivery.attempt(),
                        failure);
            }
            if (recovered) {
                return;
            }
            if (failure == null) {
                putOff(delivery);
            } else {
                failed(delivery, FailureCause.of(FailureCause.Kind.LISTENER_FAILED, failure));
            }
        }
    }

    @Override
    void unreadable(Delivery delivery, Exception failure) {
        LOG.error(
                "Message {} of {} cannot be read; its attempt counts as failed",
                delivery.message().headers().messageId(),
                delivery.subscription(),
                failure);
        synchronized (lock) {
            failed(delivery, FailureCause.of(FailureCause.Kind.LISTENER_FAILED, failure));
        }
    }

    @Override
    boolean bodyMayBeRetried() {
        return true;
    }

    /** Earlier messages of its lane are settled before it comes back. Holds the lock. */
    private void failed(Delivery delivery, FailureCause cause) {
        flush();
        failing = fail(List.of(delivery), cause);
    }

    /** Holds the lock. */
    private void putOff(Delivery delivery) {
        putOff.add(delivery);
        if (putOff.size() >= batchSize) {
            flush();
        } else if (!timerSet) {
            timerSet = true;
            threads.after(LONGEST_DELAY, this::flushLate);
        }
    }

    private void flushLate() {
        synchronized (lock) {
            timerSet = false;
            flush();
        }
    }

    @Override
    void flush() {
        synchronized (lock) {
            if (putOff.isEmpty()) {
                return;
            }
            List<Delivery> batch = putOff;
            putOff = new ArrayList<>();
            int last = batch.size() - 1;
            if (inHand == null || batch.get(last).id() != inHand.id()) {
                write(batch, false);
                return;
            }
            if (last > 0) {
                write(batch.subList(0, last), false);
            }
            lanesKept = true;
            write(List.of(inHand), true);
        }
    }

    /** Holds the lock. */
    private void write(List<Delivery> deliveries, boolean keep) {
        List<Delivery> all = List.copyOf(deliveries);
        underWay.addLast(new UnderWay(all, acknowledge(all, keep)));
        underWayCount += all.size();
    }

    /**
     * From a listener its message fails and comes again. Otherwise all that the application got counts as acknowledged: there is nothing
     * to recover.
     */
    @Override
    void recover() throws JMSException {
        CompletableFuture<Void> failed;
        synchronized (lock) {
            flush();
            Delivery current = listenedTo;
            if (current == null) {
                return;
            }
            listenedTo = null;
            failed(current, FailureCause.of(FailureCause.Kind.RECOVERED));
            failed = failing;
        }
        Stages.join(failed);
    }

    @Override
    void consumerClosed(ConsumerCore consumer) throws JMSException {
        boolean release;
        synchronized (lock) {
            flush();
            release = consumer.equals(inHandOf);
            if (release) {
                inHand = null;
                inHandOf = null;
                release = lanesKept;
                lanesKept = false;
            }
        }
        try {
            awaitDurable(0);
        } finally {
            if (release) {
                releaseKeptLanes();
            }
        }
    }

    @Override
    void close() throws JMSException {
        flush();
        awaitDurable(0);
    }
}
