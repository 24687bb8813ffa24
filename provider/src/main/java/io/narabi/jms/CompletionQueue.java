package io.narabi.jms;

import io.narabi.engine.DestinationName;
import io.narabi.engine.SendReceipt;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ResourceAllocationException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session's asynchronous sends (Jakarta Messaging 3.1 §7.3): their callbacks, exactly one a send, in the order of the sends, one at a
 * time, on a thread of their own. Listeners of the session may run meanwhile, so that a listener may wait for its sends.
 *
 * <p>When the send of a group fails, later sends to the group are refused until the callbacks of all that failed have returned (DESIGN
 * §2.2). Thread-safe.
 */
final class CompletionQueue {

    private static final Logger LOG = LoggerFactory.getLogger(CompletionQueue.class);

    /** More than that many sends, or bytes, under way make a further send wait. */
    private static final int MOST_SENDS = 16_384;

    private static final long MOST_BYTES = 64L << 20;
    private static final long IDLE_MILLIS = 10_000;

    private final String threadName;
    private final Deque<Send> sends = new ArrayDeque<>();
    private final Map<Group, Integer> failedGroups = new HashMap<>();
    private int unfinished;
    private long unfinishedBytes;
    private @Nullable Thread thread;
    private @Nullable Object calling;

    /** The scope of order. */
    record Group(DestinationName destination, String name) {}

    /**
     * What is to be sent.
     *
     * @param producer whose send
     * @param message what the callback is given
     * @param listener whom to call
     * @param group the scope of order, if the message has one
     * @param bytes about how large it is
     */
    record Ticket(Object producer, Message message, CompletionListener listener, Optional<Group> group, long bytes) {}

    private record Send(Ticket ticket, CompletableFuture<SendReceipt> stage) {}

    CompletionQueue(String threadName) {
        this.threadName = threadName;
    }

    /**
     * Refuses a send, synchronous or not, to a group with a failed one whose callback has not returned yet.
     *
     * @throws JMSException if refused
     */
    synchronized void checkGroup(Optional<Group> group) throws JMSException {
        if (group.isPresent() && failedGroups.containsKey(group.get())) {
            throw new JMSException(
                    "Not sent: an earlier asynchronous send of group "
                            + group.get().name() + " to "
                            + group.get().destination()
                            + " failed; the group takes messages again when its CompletionListener has returned",
                    "EARLIER_SEND_FAILED");
        }
    }

    /** Waits, not longer than {@code limit}, until there is room for one more send. Callbacks themselves never wait. */
    synchronized void awaitRoom(Duration limit) throws JMSException {
        if (isCallback()) {
            return;
        }
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        while (unfinished >= MOST_SENDS || unfinishedBytes >= MOST_BYTES) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new ResourceAllocationException("Not sent: " + unfinished + " asynchronous sends with "
                        + unfinishedBytes + " bytes are under way, and within " + limit
                        + " none of them completed; see whether the store can be written");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes a send that was begun; its callback will be called. To be called in the order of the sends. */
    void add(Ticket ticket, CompletableFuture<SendReceipt> stage) {
        // The engine refuses the group until this has run, and from then on we do. The callback comes after it, so that
        // it
        // finds what it has to lift.
        CompletableFuture<SendReceipt> fenced = stage.whenComplete((receipt, failure) -> {
            if (failure != null) {
                ticket.group().ifPresent(this::fence);
            }
        });
        synchronized (this) {
            sends.addLast(new Send(ticket, fenced));
            unfinished++;
            unfinishedBytes += ticket.bytes();
            if (thread == null) {
                thread = ConnectionThreads.daemon(threadName, this::work);
                thread.start();
            } else {
                notifyAll();
            }
        }
    }

    private synchronized void fence(Group group) {
        failedGroups.merge(group, 1, Integer::sum);
    }

    private void work() {
        while (true) {
            Send send = next();
            if (send == null) {
                return;
            }
            JMSException failure = null;
            try {
                Stages.join(send.stage());
            } catch (JMSException e) {
                failure = e;
            }
            call(send.ticket(), failure);
            finished(send.ticket(), failure != null);
        }
    }

    /** The next send; null, and the thread is given up, when there is none for a while. */
    private synchronized @Nullable Send next() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
        while (sends.isEmpty()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                thread = null;
                return null;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                // Left behind by a callback.
                continue;
            }
        }
        return sends.removeFirst();
    }

    private void call(Ticket ticket, @Nullable JMSException failure) {
        synchronized (this) {
            calling = ticket.producer();
        }
        try {
            if (failure == null) {
                ticket.listener().onCompletion(ticket.message());
            } else {
                ticket.listener().onException(ticket.message(), failure);
            }
        } catch (Throwable e) {
            LOG.warn("A CompletionListener failed", e);
        }
    }

    private synchronized void finished(Ticket ticket, boolean failed) {
        calling = null;
        unfinished--;
        unfinishedBytes -= ticket.bytes();
        if (failed) {
            ticket.group().ifPresent(g -> failedGroups.computeIfPresent(g, (k, n) -> n == 1 ? null : n - 1));
        }
        notifyAll();
    }

    /** Whether the calling thread runs a callback of this session. */
    synchronized boolean isCallback() {
        return calling != null && Thread.currentThread().equals(thread);
    }

    /** Whether the calling thread runs a callback of this producer. */
    synchronized boolean isCallbackOf(Object producer) {
        return isCallback() && producer.equals(calling);
    }

    /** Waits until all sends begun so far are complete and their callbacks have returned. A callback itself does not wait. */
    synchronized void awaitFinished() {
        if (isCallback()) {
            return;
        }
        boolean interrupted = false;
        while (unfinished > 0) {
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
