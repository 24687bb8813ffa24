package io.narabi.broker;

import io.narabi.broker.lane.Owner;
import io.narabi.engine.FailureCause;
import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an XA branch contains, and what comes of it. The branch is the owner of its lanes. Thread-safe. */
final class BranchWork {

    private final Work work;
    private final Publisher publisher;
    /** Of a branch that began in this process. */
    private volatile @Nullable AckWatch watch;

    /** What was prepared or is being committed. Guarded by this. */
    private Work.Contents frozen = Work.Contents.EMPTY;

    /** Calls of the application that are still running though the branch ended. Guarded by this. */
    private int running;
    /** Why it was rolled back, while its lanes wait for such calls. Guarded by this. */
    private Optional<FailureCause> fencedBy = Optional.empty();

    /** Makes a committed branch's messages known to dispatch. */
    interface Publisher {
        void publish(List<Staged> messages, List<Placement> placements);
    }

    /** A branch that begins now. */
    BranchWork(BranchId id) {
        this(id, Staged::publish);
    }

    /** A branch whose messages are published in a way of its own: one that was recovered knows their places only. */
    BranchWork(BranchId id, Publisher publisher) {
        this.work = new Work(new BranchOwner(id));
        this.publisher = publisher;
    }

    Work work() {
        return work;
    }

    void watch(AckWatch ackWatch) {
        watch = ackWatch;
    }

    /** Empty for a branch that was recovered. */
    Optional<AckWatch> watch() {
        return Optional.ofNullable(watch);
    }

    synchronized boolean isEmpty() {
        return frozen.isEmpty() && work.isEmpty();
    }

    /** The contents, to be written. A later call, after a failure to write, gives the same and what came since. */
    synchronized Work.Contents freeze() {
        frozen = frozen.and(work.takeAll());
        return frozen;
    }

    /** The commit is durable. Runs on the store's worker. */
    void committed(List<Placement> placements) {
        Work.Contents contents = freeze();
        publisher.publish(contents.sends(), placements);
        contents.settled(false);
    }

    /**
     * It was rolled back, durably where it had been prepared. Its lanes are released once no call of the application that was handed its
     * messages is running any more (DESIGN §2.12).
     */
    void rolledBack(FailureCause cause) {
        synchronized (this) {
            if (running > 0) {
                fencedBy = Optional.of(cause);
                return;
            }
        }
        freeze().failed(cause, Optional.empty());
    }

    /** The branch ended, or is ending, while so many more calls of the application are running. */
    synchronized void stillRunning(int calls) {
        running += calls;
    }

    /** One of these calls has returned. */
    void returned() {
        Optional<FailureCause> due;
        synchronized (this) {
            running--;
            due = running == 0 ? fencedBy : Optional.empty();
        }
        due.ifPresent(cause -> freeze().failed(cause, Optional.empty()));
    }

    /** An XA branch as owner of lanes. */
    private record BranchOwner(BranchId id) implements Owner {
        @Override
        public String describe() {
            return "XA branch " + id;
        }
    }
}
