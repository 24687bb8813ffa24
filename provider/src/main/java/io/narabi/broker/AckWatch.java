package io.narabi.broker;

import io.narabi.runtime.Environment;
import java.util.OptionalLong;

/**
 * Watches a unit of work whose deliveries must be settled within {@code ackTimeout} (DESIGN §2.12). Thread-safe. Costs nothing where no
 * such time is set.
 */
final class AckWatch {

    private final Environment environment;
    private final Work work;
    private final Runnable expired;
    /** When it will look next, as {@code nanoTime}; guarded by this. */
    private OptionalLong next = OptionalLong.empty();

    /** @param expired run on the timer when a delivery has not been settled in time */
    AckWatch(Environment environment, Work work, Runnable expired) {
        this.environment = environment;
        this.work = work;
        this.expired = expired;
    }

    /** A delivery was handed over in the unit of work: its time begins. */
    void handedOver(Held held) {
        long timeout = held.subscription().ackTimeoutNanos();
        if (timeout > 0) {
            long deadline = environment.clock().nanoTime() + timeout;
            work.expectBy(held.delivery(), deadline);
            lookAt(deadline);
        }
    }

    /** The time of everything unsettled begins anew. */
    void renew() {
        work.renew(environment.clock().nanoTime());
    }

    private void lookAt(long time) {
        synchronized (this) {
            if (next.isPresent() && next.getAsLong() - time <= 0) {
                return;
            }
            next = OptionalLong.of(time);
        }
        Later.run(environment, Math.max(0, time - environment.clock().nanoTime()), this::look);
    }

    private void look() {
        long now = environment.clock().nanoTime();
        synchronized (this) {
            if (next.isPresent() && next.getAsLong() - now <= 0) {
                next = OptionalLong.empty();
            }
        }
        OptionalLong earliest = work.earliestDeadline();
        if (earliest.isEmpty()) {
            return;
        }
        if (earliest.getAsLong() - now > 0) {
            lookAt(earliest.getAsLong());
        } else {
            expired.run();
        }
    }
}
