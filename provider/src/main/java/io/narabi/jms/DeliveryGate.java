package io.narabi.jms;

import jakarta.jms.IllegalStateException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who delivers in a session at this moment, and who waits until that has ended: what start, stop and close are made of (Jakarta
 * Messaging 3.1 §6.1.5, §6.1.8, §6.2.15, §8.8). Also the session's alarm clock: whatever may let a delivery begin, or must end the wait
 * for one, moves the version; the end of a delivery does not, or a look that finds nothing would wake the one who looked.
 *
 * <p>Thread-safe. Its monitor is held for a few instructions only and never while an engine or the application is called.
 */
final class DeliveryGate {

    private boolean started;
    private boolean closing;
    private long version;

    /** The consumer whose message is being handed over or listened to, and the thread that does it. */
    private @Nullable Deliverer running;

    private @Nullable Thread runningThread;

    /** More than one while a listener receives from another consumer of its session. */
    private int depth;

    /** The consumer with a receive under way. */
    private @Nullable Deliverer receiving;

    /** What the gate has to know of a consumer. Guarded by the gate's monitor. */
    abstract static class Deliverer {
        private boolean closing;
    }

    DeliveryGate(boolean started) {
        this.started = started;
    }

    /** Something may have become possible: wakes all who wait. */
    synchronized void signal() {
        version++;
        notifyAll();
    }

    /** To be read before looking for work, so that no signal between the look and {@link #await} is missed. */
    synchronized long version() {
        return version;
    }

    /** Waits until the version has moved on from {@code seen}. */
    synchronized void await(long seen) throws InterruptedException {
        while (version == seen) {
            wait();
        }
    }

    /**
     * As {@link #await(long)}, until {@code deadline} of {@link System#nanoTime()} at the latest.
     *
     * @return false when the deadline has passed, signalled or not
     */
    synchronized boolean await(long seen, long deadline) throws InterruptedException {
        while (version == seen) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return System.nanoTime() - deadline < 0;
    }

    synchronized void start() {
        started = true;
        signal();
    }

    /**
     * Begins a delivery, unless the connection is stopped or session or consumer are closing. Between this and {@link #leave} neither stop
     * nor close return.
     */
    synchronized boolean enter(Deliverer consumer) {
        if (!started || closing || consumer.closing || (running != null && !isDelivering())) {
            return false;
        }
        if (depth++ == 0) {
            running = consumer;
            runningThread = Thread.currentThread();
        }
        return true;
    }

    synchronized void leave() {
        if (--depth == 0) {
            running = null;
            runningThread = null;
            notifyAll();
        }
    }

    /** Whether the calling thread is in a delivery of this session: in a listener, as receive calls no application code. */
    synchronized boolean isDelivering() {
        return Thread.currentThread().equals(runningThread);
    }

    /**
     * Begins a receive.
     *
     * @throws IllegalStateException if another thread receives in this session already (§6.2.5)
     */
    synchronized void beginReceive(Deliverer consumer) throws IllegalStateException {
        if (receiving != null) {
            throw new IllegalStateException(
                    "Another thread is receiving in this session: use one session for each thread"
                            + " (Jakarta Messaging 3.1 §6.2.5)");
        }
        receiving = consumer;
    }

    synchronized void endReceive() {
        receiving = null;
        notifyAll();
    }

    /** Whether session or consumer are being closed: nothing more is to be delivered. */
    synchronized boolean isClosing(Deliverer consumer) {
        return closing || consumer.closing;
    }

    synchronized boolean isClosing() {
        return closing;
    }

    /** No delivery begins any more; one under way goes on. */
    synchronized void beginStop() {
        started = false;
        signal();
    }

    /** After {@link #beginStop()}: waits until a delivery under way has ended, or was started anew. Not for the session's listeners. */
    synchronized void awaitStopped() {
        awaitUninterruptibly(() -> running == null || started);
    }

    /** Nothing is delivered in the session any more; what is under way goes on. */
    synchronized void beginClose() {
        closing = true;
        signal();
    }

    /** After {@link #beginClose()}: waits until the delivery and the receive under way have ended. */
    synchronized void awaitQuiet() {
        awaitUninterruptibly(() -> running == null && receiving == null);
    }

    /** Ends delivery to one consumer and waits for what is under way with it; its own listener need not wait for itself (§8.8). */
    synchronized void close(Deliverer consumer) {
        consumer.closing = true;
        signal();
        awaitUninterruptibly(() -> (running != consumer || isDelivering()) && receiving != consumer);
    }

    private interface Condition {
        boolean holds();
    }

    /** Holds the monitor. A close or stop is not cut short by an interrupt: the flag is kept. */
    private void awaitUninterruptibly(Condition condition) {
        boolean interrupted = false;
        while (!condition.holds()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
