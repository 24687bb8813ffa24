package io.narabi.broker;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.FailureCause;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What is left of a session's own unit of work whose time was over ({@code ackTimeout}, DESIGN §2.12): it can be neither acknowledged nor
 * committed any more. What it held goes to others when the call of the application that it was handed to has returned. Thread-safe.
 */
final class SessionFence {

    private static final FailureCause CAUSE = FailureCause.of(FailureCause.Kind.ACK_TIMEOUT);

    /** Deliveries that the session lost and does not know of yet. Guarded by this, as is all that follows. */
    private final Set<Long> lost = new HashSet<>();

    private boolean rollbackOnly;
    /** A listener is at work. */
    private boolean running;
    /** What is given back when it returns. */
    private Work.Contents waiting = Work.Contents.EMPTY;

    /** A delivery is handed over; {@code toListener}: the application's call has not returned before {@link #returned()}. */
    synchronized void handedOver(boolean toListener) {
        running = toListener;
    }

    /** The unit of work's time is over. */
    void fence(Work.Contents contents, boolean transacted) {
        synchronized (this) {
            if (transacted) {
                rollbackOnly = true;
            } else {
                contents.held().forEach(held -> lost.add(held.delivery()));
            }
            if (running) {
                waiting = waiting.and(contents);
                return;
            }
        }
        contents.failed(CAUSE, Optional.empty());
    }

    /** The session's thread is back, or the session ends. */
    void returned() {
        Work.Contents due;
        synchronized (this) {
            running = false;
            due = waiting;
            waiting = Work.Contents.EMPTY;
        }
        due.failed(CAUSE, Optional.empty());
    }

    /** Whether the session has lost any of these deliveries. It knows from now on. */
    synchronized boolean tellLost(Collection<Long> deliveries) {
        return !lost.isEmpty() && lost.removeAll(deliveries);
    }

    /** Whether the local transaction can only be rolled back. The next one begins. */
    synchronized boolean tellRollbackOnly() {
        boolean result = rollbackOnly;
        rollbackOnly = false;
        return result;
    }

    static EngineException lostDeliveries(int count) {
        return new EngineException(
                Reason.ILLEGAL_STATE,
                "Of " + count
                        + " message(s) to be acknowledged some were not within ackTimeout, and are delivered again: call"
                        + " NarabiSession.renew() while the work goes on, or set a longer ackTimeout");
    }

    static EngineException lostTransaction() {
        return new EngineException(
                Reason.ROLLED_BACK,
                "The transaction was not committed within the ackTimeout of what it was delivered, and was rolled back: call"
                        + " NarabiSession.renew() while the work goes on, or set a longer ackTimeout");
    }
}
