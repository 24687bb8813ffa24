package io.narabi.jms;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that runs all message listeners of one session, one after another (Jakarta Messaging 3.1 §6.2.13). Made with the session's
 * first listener; ends when the session begins to close.
 */
final class ListenerThread implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerThread.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final SessionCore session;
    private final Thread thread;

    /** Whose turn is next, so that no consumer of the session starves another. */
    private int turn;

    private Duration pause = FIRST_PAUSE;

    ListenerThread(SessionCore session, String name) {
        this.session = session;
        this.thread = ConnectionThreads.daemon("narabi-session-" + name, this);
    }

    void start() {
        thread.start();
    }

    /** Waits for its end. An interrupt is kept for later. */
    void join() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        DeliveryGate gate = session.gate();
        while (!gate.isClosing()) {
            long seen = gate.version();
            try {
                boolean delivered = deliverOne(gate);
                pause = FIRST_PAUSE;
                if (!delivered) {
                    session.acknowledger().flush();
                    idle(gate, seen);
                }
            } catch (JMSException | RuntimeException e) {
                failed(gate, e);
            }
        }
    }

    /** Delivers one message to one listener. */
    private boolean deliverOne(DeliveryGate gate) throws JMSException {
        session.acknowledger().beforeNext();
        List<ConsumerCore> consumers = session.consumers();
        int count = consumers.size();
        for (int i = 0; i < count; i++) {
            ConsumerCore consumer = consumers.get((turn + i) % count);
            if (consumer.hasListener() && consumer.isReady() && gate.enter(consumer)) {
                try {
                    if (consumer.deliverToListener()) {
                        turn = (turn + i + 1) % count;
                        return true;
                    }
                } finally {
                    gate.leave();
                }
            }
        }
        return false;
    }

    private static void idle(DeliveryGate gate, long seen) {
        try {
            gate.await(seen);
        } catch (InterruptedException e) {
            // Left behind by a listener, or meant for it: this thread ends with its session only.
            return;
        }
    }

    /** The connection is gone for good, as its exception listener knows: there is nothing to try. */
    private static void awaitClose(DeliveryGate gate) {
        while (!gate.isClosing()) {
            idle(gate, gate.version());
        }
    }

    /** The engine failed us: says so where the application can hear it, and tries again, ever less often. */
    private void failed(DeliveryGate gate, Exception failure) {
        if (gate.isClosing()) {
            return;
        }
        if (session.connection().isFailed()) {
            awaitClose(gate);
            return;
        }
        LOG.warn("Session {} cannot deliver to its listeners, next try in {}", session.name(), pause, failure);
        session.report(JmsExceptions.of(failure));
        long deadline = System.nanoTime() + pause.toNanos();
        try {
            while (!gate.isClosing()) {
                if (!gate.await(gate.version(), deadline)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            return;
        }
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
