package io.narabi.store;

import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which units make sense, the same for every store. A unit is checked as a whole before any of it is applied, each record as if those
 * before it in the unit had been.
 *
 * <p>Refused: a message to a destination that is not there; a subscription on such a one, or moved to another destination; a branch
 * prepared twice, or with anything but messages and settlements; the end of a branch that is not prepared; numbers out of their range.
 *
 * <p>Not refused, but without effect: whatever concerns a subscription that is not there, the settlement of what it is not owed, and
 * dropping what is gone. A consumer may be closed, and its subscription dropped, between an acknowledgement and the commit that carries
 * it.
 *
 * <p>An instance checks one unit.
 */
public final class UnitCheck {

    private final Known known;
    private final Map<Integer, Boolean> destinations = new HashMap<>();
    private final Map<Integer, OptionalInt> subscriptions = new HashMap<>();
    private final Set<BranchId> begun = new HashSet<>();
    private final Set<BranchId> ended = new HashSet<>();

    /** What is there before the unit. */
    public interface Known {

        /** Whether there is this destination. */
        boolean destination(int id);

        /** The destination of this subscription; empty where there is no such subscription. */
        OptionalInt destinationOf(int subscription);

        /** Whether this branch is prepared and neither committed nor rolled back. */
        boolean prepared(BranchId branch);
    }

    private UnitCheck(Known known) {
        this.known = known;
    }

    /**
     * Checks a unit.
     *
     * @throws StoreException {@code REFUSED}, saying why
     */
    public static void check(StoreUnit unit, Known known) {
        UnitCheck check = new UnitCheck(known);
        for (StoreRecord item : unit.records()) {
            check.check(item);
        }
    }

    private void check(StoreRecord item) {
        if (item instanceof NewMessage message) {
            checkMessage(message);
        } else if (item instanceof DefineDestination define) {
            require(define.id() >= 1, "Destination identifiers start at 1; this is ", define.id());
            require(define.retentionMillis() >= 0, "Retention must not be negative: ", define.retentionMillis());
            destinations.put(define.id(), true);
        } else if (item instanceof DropDestination drop) {
            destinations.put(drop.id(), false);
        } else if (item instanceof DefineSubscription define) {
            checkSubscription(define);
            subscriptions.put(define.id(), OptionalInt.of(define.destination()));
        } else if (item instanceof DropSubscription drop) {
            subscriptions.put(drop.id(), OptionalInt.empty());
        } else if (item instanceof Attempt attempt) {
            require(attempt.attempt() >= 0, "The number of attempts must not be negative: ", attempt.attempt());
        } else if (item instanceof Prepare prepare) {
            checkPrepare(prepare);
        } else if (item instanceof CommitBranch commit) {
            checkEnd(commit.branch());
        } else if (item instanceof RollbackBranch rollback) {
            checkEnd(rollback.branch());
        }
    }

    private void checkMessage(NewMessage message) {
        require(
                hasDestination(message.destination()),
                "A message cannot be stored: there is no destination ",
                message.destination());
        require(message.partition() >= 0, "Partitions start at 0; this is ", message.partition());
        require(
                message.priority() >= 0 && message.priority() <= 9,
                "A priority must be 0 to 9, not ",
                message.priority());
    }

    private void checkSubscription(DefineSubscription define) {
        require(define.id() >= 1, "Subscription identifiers start at 1; this is ", define.id());
        require(
                hasDestination(define.destination()),
                "Subscription " + define.id() + " cannot be defined: there is no destination ",
                define.destination());
        OptionalInt before = destinationOf(define.id());
        require(
                before.isEmpty() || before.getAsInt() == define.destination(),
                "Subscription " + define.id() + " cannot be moved to destination " + define.destination()
                        + "; define another. It is on destination ",
                before.orElse(0));
    }

    private void checkPrepare(Prepare prepare) {
        require(!isPrepared(prepare.branch()), "The branch is prepared already: ", prepare.branch());
        for (StoreRecord item : prepare.records()) {
            if (item instanceof NewMessage message) {
                checkMessage(message);
            } else {
                require(item instanceof Settle, "A branch consists of messages and settlements, not of ", item);
            }
        }
        ended.remove(prepare.branch());
        begun.add(prepare.branch());
    }

    private void checkEnd(BranchId branch) {
        require(isPrepared(branch), "There is no such prepared branch: ", branch);
        begun.remove(branch);
        ended.add(branch);
    }

    private boolean hasDestination(int id) {
        Boolean changed = destinations.get(id);
        return changed == null ? known.destination(id) : changed;
    }

    private OptionalInt destinationOf(int subscription) {
        OptionalInt changed = subscriptions.get(subscription);
        OptionalInt destination = changed == null ? known.destinationOf(subscription) : changed;
        // With a destination its subscriptions go.
        return destination.isPresent() && !hasDestination(destination.getAsInt()) ? OptionalInt.empty() : destination;
    }

    private boolean isPrepared(BranchId branch) {
        return begun.contains(branch) || (known.prepared(branch) && !ended.contains(branch));
    }

    private static void require(boolean fulfilled, String message, Object value) {
        if (!fulfilled) {
            throw new StoreException(Reason.REFUSED, message + value);
        }
    }
}
