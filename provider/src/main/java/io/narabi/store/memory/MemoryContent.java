package io.narabi.store.memory;

import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreState;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.StoreState.PreparedBranch;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.UnitCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What the store holds. Guarded by the store's lock. */
final class MemoryContent {

    private final Map<Integer, MemoryDestination> destinations = new TreeMap<>();
    private final Map<Integer, MemorySubscription> subscriptions = new TreeMap<>();
    private final Map<BranchId, List<StoreRecord>> prepared = new LinkedHashMap<>();
    private final Present present = new Present();

    /**
     * Applies the whole unit, or nothing.
     *
     * @throws StoreException {@code REFUSED}
     */
    List<Placement> apply(StoreUnit unit, long now) {
        UnitCheck.check(unit, present);
        List<Placement> placements = new ArrayList<>();
        for (StoreRecord item : unit.records()) {
            apply(item, now, placements);
        }
        return List.copyOf(placements);
    }

    private void apply(StoreRecord item, long now, List<Placement> placements) {
        if (item instanceof NewMessage message) {
            store(message, now, placements);
        } else if (item instanceof Settle settle) {
            settle(settle, now);
        } else if (item instanceof Attempt attempt) {
            subscription(attempt.subscription())
                    .ifPresent(subscription -> subscription.attempt(attempt.sequence(), attempt.attempt()));
        } else if (item instanceof AttemptMark mark) {
            subscription(mark.subscription()).ifPresent(subscription -> subscription.mark(mark.upTo()));
        } else if (item instanceof LaneMark mark) {
            subscription(mark.subscription()).ifPresent(subscription -> subscription.laneMark(mark));
        } else if (item instanceof Prepare prepare) {
            prepared.put(prepare.branch(), prepare.records());
        } else if (item instanceof CommitBranch commit) {
            commit(commit.branch(), now, placements);
        } else if (item instanceof RollbackBranch rollback) {
            prepared.remove(rollback.branch());
        } else {
            define(item, now);
        }
    }

    private void define(StoreRecord item, long now) {
        if (item instanceof DefineDestination define) {
            MemoryDestination existing = destinations.get(define.id());
            if (existing == null) {
                destinations.put(define.id(), new MemoryDestination(define));
            } else {
                existing.redefine(define);
            }
        } else if (item instanceof DropDestination drop) {
            destinations.remove(drop.id());
            subscriptions
                    .values()
                    .removeIf(subscription -> subscription.definition().destination() == drop.id());
        } else if (item instanceof DefineSubscription define) {
            MemorySubscription existing = subscriptions.get(define.id());
            if (existing == null) {
                MemoryDestination destination = destination(define.destination());
                MemorySubscription created = new MemorySubscription(define, destination);
                destination.subscribe(created);
                subscriptions.put(define.id(), created);
            } else {
                existing.redefine(define);
            }
        } else if (item instanceof DropSubscription drop) {
            MemorySubscription gone = subscriptions.remove(drop.id());
            if (gone != null) {
                gone.drop(now);
            }
        } else {
            throw new StoreException(Reason.REFUSED, "The memory store does not know this record: " + item);
        }
    }

    private void store(NewMessage message, long now, List<Placement> placements) {
        MemoryDestination destination = destinations.get(message.destination());
        if (destination == null) {
            // Only in a branch: the destination was dropped after it was prepared.
            return;
        }
        MemoryMessage stored = destination.add(message, now);
        placements.add(destination.placement(stored));
    }

    private void settle(Settle settle, long now) {
        subscription(settle.subscription()).ifPresent(subscription -> {
            for (long sequence : settle.sequences()) {
                subscription.settle(sequence, now);
            }
        });
    }

    private void commit(BranchId branch, long now, List<Placement> placements) {
        for (StoreRecord item : prepared.getOrDefault(branch, List.of())) {
            apply(item, now, placements);
        }
        prepared.remove(branch);
    }

    private Optional<MemorySubscription> subscription(int id) {
        return Optional.ofNullable(subscriptions.get(id));
    }

    private MemoryDestination destination(int id) {
        MemoryDestination destination = destinations.get(id);
        if (destination == null) {
            throw new StoreException(Reason.NOT_FOUND, "There is no destination " + id);
        }
        return destination;
    }

    /** What the check of a unit asks. */
    private final class Present implements UnitCheck.Known {
        @Override
        public boolean destination(int id) {
            return destinations.containsKey(id);
        }

        @Override
        public OptionalInt destinationOf(int id) {
            MemorySubscription subscription = subscriptions.get(id);
            return subscription == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(subscription.definition().destination());
        }

        @Override
        public boolean prepared(BranchId branch) {
            return prepared.containsKey(branch);
        }
    }

    List<StoredEntry> owed(int id, long fromSequence, int max) {
        return subscription(id)
                .map(subscription -> subscription.owed().tailMap(fromSequence, true).values().stream()
                        .limit(max)
                        .map(MemoryMessage::entry)
                        .toList())
                .orElse(List.of());
    }

    OptionalLong firstOwed(int id, long fromSequence) {
        return subscription(id)
                .map(subscription -> subscription.owed().ceilingKey(fromSequence))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    long owedCount(int id) {
        return subscription(id).map(subscription -> subscription.owed().size()).orElse(0);
    }

    MemoryMessage message(int id, long sequence) {
        MemoryMessage message = destination(id).find(sequence);
        if (message == null) {
            throw new StoreException(
                    Reason.NOT_FOUND,
                    "Destination " + id + " has no message with sequence " + sequence
                            + ": it was never stored, or it was settled and its retention is over");
        }
        return message;
    }

    long nextSequence(int id) {
        MemoryDestination destination = destinations.get(id);
        return destination == null ? 1 : destination.nextSequence();
    }

    long bytes() {
        return destinations.values().stream()
                .mapToLong(MemoryDestination::bytes)
                .sum();
    }

    void forgetSettled(long now) {
        destinations.values().forEach(destination -> destination.forgetSettled(now));
    }

    OptionalLong nextForgetting() {
        return destinations.values().stream()
                .map(MemoryDestination::nextForgetting)
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    StoreState state() {
        Map<Integer, Attempts> attempts = new TreeMap<>();
        subscriptions.forEach((id, subscription) -> attempts.put(id, subscription.attempts()));
        return new StoreState(
                destinations.values().stream()
                        .map(MemoryDestination::definition)
                        .toList(),
                subscriptions.values().stream()
                        .map(MemorySubscription::definition)
                        .toList(),
                attempts,
                subscriptions.values().stream()
                        .flatMap(subscription -> subscription.laneMarks().stream())
                        .toList(),
                prepared.entrySet().stream()
                        .map(branch -> preparedBranch(branch.getKey(), branch.getValue()))
                        .toList(),
                false);
    }

    private static PreparedBranch preparedBranch(BranchId branch, List<StoreRecord> records) {
        List<Settle> settles = records.stream()
                .filter(Settle.class::isInstance)
                .map(Settle.class::cast)
                .toList();
        return new PreparedBranch(branch, settles, records.size() - settles.size());
    }
}
