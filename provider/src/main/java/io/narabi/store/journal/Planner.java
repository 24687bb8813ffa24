package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.Placement;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.UnitCheck;
import io.narabi.store.journal.JournalRecord.Attempted;
import io.narabi.store.journal.JournalRecord.BranchRolledBack;
import io.narabi.store.journal.JournalRecord.DestinationDefined;
import io.narabi.store.journal.JournalRecord.DestinationDropped;
import io.narabi.store.journal.JournalRecord.LaneMarked;
import io.narabi.store.journal.JournalRecord.Marked;
import io.narabi.store.journal.JournalRecord.Reserved;
import io.narabi.store.journal.JournalRecord.Settled;
import io.narabi.store.journal.JournalRecord.SubscriptionDefined;
import io.narabi.store.journal.JournalRecord.SubscriptionDropped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Makes a group commit of units: checks each against what is there and what those before it in the commit do, and gives sequences and
 * offsets. Changes nothing that a reader sees: if the commit cannot be written, only the numbers are gone. The writer's.
 */
final class Planner {

    /** How far ahead sequences are reserved for messages that no force covers. */
    static final long RESERVATION = 1 << 16;

    private final Model model;
    private final View view = new View();
    private final Set<DestinationState> touched = new HashSet<>();
    private Plan plan = new Plan(0);

    Planner(Model model) {
        this.model = model;
    }

    Plan plan(List<EncodedUnit> units) {
        reset();
        plan = new Plan(units.size());
        for (EncodedUnit unit : units) {
            plan(unit);
        }
        return plan;
    }

    private void reset() {
        view.clear();
        model.resetPlan();
        touched.forEach(DestinationState::resetPlan);
        touched.clear();
    }

    /** The commit could not be written: the numbers that it took are not given again. */
    void burn() {
        touched.forEach(DestinationState::burn);
        reset();
    }

    private void plan(EncodedUnit unit) {
        if (unit.unit.chain().isPresent() && !unit.unit.chain().get().isIntact()) {
            refuse(
                    unit,
                    new StoreException(
                            Reason.REFUSED,
                            "A unit before this one in its row was not stored, so this one is not, either"));
            return;
        }
        if (unit.refusal != null) {
            refuse(unit, unit.refusal);
            return;
        }
        try {
            UnitCheck.check(unit.unit, view);
        } catch (StoreException e) {
            refuse(unit, e);
            return;
        }
        List<UnitItem> items = unit.items;
        if (items.size() == 1 && items.get(0) instanceof EncodedMessage message) {
            plan.stored(unit, List.of(place(message)));
        } else {
            List<Placement> placements = new ArrayList<>();
            for (UnitItem item : items) {
                plan(item, placements);
            }
            plan.stored(unit, List.copyOf(placements));
        }
        plan.force |= !unit.nonPersistent;
    }

    private void refuse(EncodedUnit unit, StoreException reason) {
        // Said before the next unit is looked at: it may be in the same row.
        Callbacks.breakRow(unit);
        plan.refused(unit, reason);
    }

    private void plan(UnitItem item, List<Placement> placements) {
        if (item instanceof EncodedMessage message) {
            placements.add(place(message));
        } else if (item instanceof UnitItem.Small small) {
            planSmall(small);
        } else if (item instanceof UnitItem.Subscription subscription) {
            planSubscription(subscription.definition());
        } else if (item instanceof UnitItem.Branch branch) {
            PlannedBranch planned = new PlannedBranch(branch);
            plan.records.add(planned);
            view.branches.put(branch.branch(), Optional.of(planned));
        } else if (item instanceof UnitItem.BranchEnd end) {
            planBranchEnd(end.branch(), placements);
        }
    }

    // ---- messages ----

    private Placement place(EncodedMessage message) {
        DestinationState destination = touch(message.destination());
        PlannedBlock block = destination.openBlock();
        if (block == null || block.count() == Format.MAX_BLOCK_MESSAGES) {
            block = new PlannedBlock(destination.id, destination.nextSequence());
            destination.openBlock(block);
            plan.records.add(block);
            plan.blocks.add(block);
        }
        long sequence = destination.takeSequence();
        long offset = destination.takeOffset(message.partition());
        block.add(message, offset);
        if (!message.persistent() && destination.needsReservation(sequence)) {
            long ceiling = sequence + RESERVATION;
            destination.planCeiling(ceiling);
            Reserved reserved = new Reserved(destination.id, ceiling);
            plan.records.add(new PlannedSmall(RecordType.RESERVE, RecordEncoder.reserve(reserved), reserved));
            plan.force = true;
        }
        return new Placement(destination.id, message.partition(), sequence, offset);
    }

    private DestinationState touch(int id) {
        DestinationState destination = model.plannedDestination(id)
                .orElseThrow(() -> new IllegalStateException("There is no destination " + id));
        touched.add(destination);
        return destination;
    }

    /** What comes next must not be applied before the messages of its destination that come later. */
    private void closeBlock(int destination) {
        model.plannedDestination(destination).ifPresent(state -> state.openBlock(null));
    }

    // ---- branches ----

    private void planBranchEnd(BranchId branch, List<Placement> placements) {
        Optional<PlannedBranch> here = view.branches.getOrDefault(branch, Optional.empty());
        PreparedState known = model.prepared().get(branch);
        PlannedBranchEnd end;
        PreparedState outline;
        if (here.isPresent()) {
            outline = here.get().outline();
            end = new PlannedBranchEnd(branch, () -> here.get().event().branch());
        } else if (known != null) {
            outline = known;
            end = new PlannedBranchEnd(branch, () -> known);
        } else {
            throw new IllegalStateException("The branch is not prepared: " + branch);
        }
        Placement[][] ofParts = new Placement[outline.parts().size()][];
        for (int i = 0; i < ofParts.length; i++) {
            ofParts[i] = placePart(outline.parts().get(i), i, end);
        }
        int[] next = new int[ofParts.length];
        for (int part : outline.order()) {
            if (ofParts[part].length > 0) {
                placements.add(ofParts[part][next[part]++]);
            }
        }
        plan.records.add(end);
        view.branches.put(branch, Optional.empty());
    }

    private Placement[] placePart(PreparedState.Part part, int index, PlannedBranchEnd end) {
        if (!view.destination(part.destination())) {
            return new Placement[0];
        }
        DestinationState destination = touch(part.destination());
        // Its sequences come between those before and those after.
        destination.openBlock(null);
        int[] partitions = part.partitions();
        Placement[] placements = new Placement[partitions.length];
        PartitionCounts counts = new PartitionCounts();
        long first = destination.nextSequence();
        Map<Integer, Long> firstOffsets = new HashMap<>();
        for (int i = 0; i < partitions.length; i++) {
            long offset = destination.takeOffset(partitions[i]);
            counts.next(partitions[i]);
            firstOffsets.putIfAbsent(partitions[i], offset);
            placements[i] = new Placement(destination.id, partitions[i], destination.takeSequence(), offset);
        }
        int[] used = counts.partitions();
        long[] offsets = new long[used.length];
        for (int i = 0; i < used.length; i++) {
            offsets[i] = firstOffsets.getOrDefault(used[i], 0L);
        }
        end.place(index, new BlockPlace(destination.id, first, used, offsets));
        return placements;
    }

    // ---- the rest ----

    private void planSmall(UnitItem.Small small) {
        JournalRecord event = small.event();
        if (event instanceof DestinationDefined defined) {
            view.destinations.put(defined.definition().id(), true);
            model.planDestination(defined.definition());
        } else if (event instanceof DestinationDropped dropped) {
            if (!view.destination(dropped.id())) {
                return;
            }
            closeBlock(dropped.id());
            view.destinations.put(dropped.id(), false);
        } else if (event instanceof SubscriptionDropped dropped) {
            if (view.destinationOf(dropped.id()).isEmpty()) {
                return;
            }
            view.subscriptions.put(dropped.id(), OptionalInt.empty());
        } else if (event instanceof BranchRolledBack rolledBack) {
            view.branches.put(rolledBack.branch(), Optional.empty());
        } else if (!hasEffect(event)) {
            return;
        }
        plan.records.add(new PlannedSmall(small.type(), small.content(), event));
    }

    /** What concerns a subscription that is not there is not written. */
    private boolean hasEffect(JournalRecord event) {
        int subscription;
        long last;
        if (event instanceof Settled settled) {
            subscription = settled.subscription();
            last = settled.sequences().length == 0 ? -1 : settled.sequences()[settled.sequences().length - 1];
        } else if (event instanceof Attempted attempted) {
            subscription = attempted.attempt().subscription();
            last = attempted.attempt().sequence();
        } else if (event instanceof LaneMarked marked) {
            subscription = marked.mark().subscription();
            last = marked.mark().untilSequence();
        } else if (event instanceof Marked marked) {
            subscription = marked.mark().subscription();
            last = 0;
        } else {
            throw new IllegalStateException("Not a record of a subscription: " + event);
        }
        OptionalInt destination = view.destinationOf(subscription);
        if (destination.isEmpty()) {
            return false;
        }
        Optional<DestinationState> state = model.plannedDestination(destination.getAsInt());
        if (state.isPresent() && last >= state.get().nextSequence()) {
            // It says nothing of messages that come after it.
            state.get().openBlock(null);
        }
        return true;
    }

    private void planSubscription(DefineSubscription definition) {
        long start = touch(definition.destination()).nextSequence();
        view.subscriptions.put(definition.id(), OptionalInt.of(definition.destination()));
        plan.records.add(new PlannedSmall(
                RecordType.DEFINE_SUBSCRIPTION,
                RecordEncoder.subscription(definition, start),
                new SubscriptionDefined(definition, start)));
    }

    /** What is there, with what the commit does. */
    private final class View implements UnitCheck.Known {

        private final Map<Integer, Boolean> destinations = new HashMap<>();
        private final Map<Integer, OptionalInt> subscriptions = new HashMap<>();

        /** Prepared in the commit, or ended in it. */
        private final Map<BranchId, Optional<PlannedBranch>> branches = new HashMap<>();

        void clear() {
            destinations.clear();
            subscriptions.clear();
            branches.clear();
        }

        @Override
        public boolean destination(int id) {
            Boolean changed = destinations.get(id);
            return changed == null ? model.destination(id).isPresent() : changed;
        }

        @Override
        public OptionalInt destinationOf(int id) {
            OptionalInt destination = subscriptions.get(id);
            if (destination == null) {
                destination = model.subscription(id)
                        .map(state -> OptionalInt.of(state.destination().id))
                        .orElse(OptionalInt.empty());
            }
            // With a destination its subscriptions go.
            return destination.isPresent() && !destination(destination.getAsInt()) ? OptionalInt.empty() : destination;
        }

        @Override
        public boolean prepared(BranchId branch) {
            Optional<PlannedBranch> changed = branches.get(branch);
            return changed == null ? model.prepared().containsKey(branch) : changed.isPresent();
        }
    }
}
