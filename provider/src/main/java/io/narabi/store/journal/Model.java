package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreState;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.StoreState.PreparedBranch;
import io.narabi.store.index.StateFold;
import io.narabi.store.journal.JournalRecord.Attempted;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import io.narabi.store.journal.JournalRecord.BranchCommitted;
import io.narabi.store.journal.JournalRecord.BranchPrepared;
import io.narabi.store.journal.JournalRecord.BranchRolledBack;
import io.narabi.store.journal.JournalRecord.DestinationDefined;
import io.narabi.store.journal.JournalRecord.DestinationDropped;
import io.narabi.store.journal.JournalRecord.LaneMarked;
import io.narabi.store.journal.JournalRecord.Marked;
import io.narabi.store.journal.JournalRecord.Reserved;
import io.narabi.store.journal.JournalRecord.SegmentsForgotten;
import io.narabi.store.journal.JournalRecord.Settled;
import io.narabi.store.journal.JournalRecord.SubscriptionDefined;
import io.narabi.store.journal.JournalRecord.SubscriptionDropped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What the journal says, in memory: durable records applied one after another, the same way when they are written and when they are
 * recovered. Changed by the writer only; what it hands out is safe to read on any thread.
 */
final class Model {

    private final ConcurrentSkipListMap<Integer, DestinationState> destinations = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<Integer, SubscriptionState> subscriptions = new ConcurrentSkipListMap<>();

    /** Destinations of the commit that is being planned. The writer's. */
    private final Map<Integer, DestinationState> planned = new TreeMap<>();

    /** The writer's. */
    private final Map<BranchId, PreparedState> prepared = new LinkedHashMap<>();

    private final BlockDirectory directory;
    private final SegmentTable segments;

    /** Messages that do not survive a crash are gone where their place is in a segment of an epoch before this. */
    private volatile long lostBefore;

    Model(BlockDirectory directory, SegmentTable segments) {
        this.directory = directory;
        this.segments = segments;
    }

    /** One that takes in a checkpoint, and knows nothing of where the blocks are. */
    static Model ofCheckpoints() {
        SegmentTable segments = new SegmentTable();
        return new Model(new BlockDirectory(SealedBlocks.NONE, segments), segments);
    }

    BlockDirectory directory() {
        return directory;
    }

    SegmentTable segments() {
        return segments;
    }

    long lostBefore() {
        return lostBefore;
    }

    void lostBefore(long epoch) {
        lostBefore = epoch;
    }

    Optional<DestinationState> destination(int id) {
        return Optional.ofNullable(destinations.get(id));
    }

    Optional<SubscriptionState> subscription(int id) {
        return Optional.ofNullable(subscriptions.get(id));
    }

    DestinationState destinationOrDamaged(int id) {
        return destination(id)
                .orElseThrow(() -> new RecordReader.MalformedRecordException(
                        "a subscription is on destination " + id + ", which is not there"));
    }

    Iterable<DestinationState> destinations() {
        return destinations.values();
    }

    Iterable<SubscriptionState> subscriptions() {
        return subscriptions.values();
    }

    Map<BranchId, PreparedState> prepared() {
        return prepared;
    }

    /** Whether the segment's messages of this destination, if they do not survive a crash, are gone. */
    boolean isLost(BlockRef block) {
        return segments.find(block.placeSegment())
                .map(segment -> segment.epoch < lostBefore)
                .orElse(true);
    }

    // ---- planning ----

    /** The destination as of the commit that is being planned. */
    Optional<DestinationState> plannedDestination(int id) {
        DestinationState state = planned.get(id);
        return state == null ? destination(id) : Optional.of(state);
    }

    void planDestination(DefineDestination definition) {
        if (!destinations.containsKey(definition.id())) {
            planned.computeIfAbsent(definition.id(), id -> new DestinationState(definition));
        }
    }

    void resetPlan() {
        planned.clear();
    }

    // ---- applying ----

    void apply(JournalRecord record, long now) {
        if (record instanceof BlockPlaced block) {
            place(block, now);
        } else if (record instanceof Settled settled) {
            subscription(settled.subscription())
                    .ifPresent(subscription -> subscription.settle(settled.sequences(), now));
        } else if (record instanceof Attempted attempted) {
            subscription(attempted.attempt().subscription())
                    .ifPresent(subscription -> subscription.attempt(
                            attempted.attempt().sequence(), attempted.attempt().attempt()));
        } else if (record instanceof Marked marked) {
            subscription(marked.mark().subscription())
                    .ifPresent(subscription -> subscription.mark(marked.mark().upTo()));
        } else if (record instanceof LaneMarked marked) {
            subscription(marked.mark().subscription()).ifPresent(subscription -> subscription.laneMark(marked.mark()));
        } else if (record instanceof Reserved reserved) {
            destination(reserved.destination()).ifPresent(destination -> destination.reserved(reserved.ceiling()));
        } else if (record instanceof SegmentsForgotten forgotten) {
            forgotten.segments().forEach(this::forgetSegment);
        } else if (!applyBranch(record, now)) {
            applyDefinition(record, now);
        }
    }

    private void place(BlockPlaced placed, long now) {
        DestinationState destination = destinations.get(placed.place().destination());
        if (destination == null) {
            // Dropped in the meantime.
            return;
        }
        BlockRef block = placed.block();
        directory.add(destination.id, block);
        segments.placed(destination.id, block, now);
        for (SubscriptionState subscription : destination.subscriptions) {
            subscription.owe(block);
        }
        // Last: only now may a reader see it.
        destination.placed(placed.place(), block.end(), placed.counts());
    }

    private boolean applyBranch(JournalRecord record, long now) {
        if (record instanceof BranchPrepared preparation) {
            PreparedState branch = preparation.branch();
            prepared.put(branch.branch(), branch);
            branch.parts().forEach(part -> segments.prepared(part.destination(), part.content()));
        } else if (record instanceof BranchCommitted committed) {
            PreparedState branch = prepared.remove(committed.branch());
            if (branch == null) {
                throw new RecordReader.MalformedRecordException(
                        "a branch is committed that is not prepared: " + committed.branch());
            }
            for (BlockPlaced block : committed.blocks()) {
                place(new BlockPlaced(block.place(), block.block(), counts(branch, block)), now);
            }
            for (Settle settle : branch.settles()) {
                apply(new Settled(settle.subscription(), settle.sequences(), settle.how()), now);
            }
            branch.parts().forEach(part -> segments.branchEnded(part.content(), now));
        } else if (record instanceof BranchRolledBack rolledBack) {
            PreparedState branch = prepared.remove(rolledBack.branch());
            if (branch != null) {
                branch.parts().forEach(part -> segments.branchEnded(part.content(), now));
            }
        } else {
            return false;
        }
        return true;
    }

    private static int[] counts(PreparedState branch, BlockPlaced block) {
        for (PreparedState.Part part : branch.parts()) {
            if (part.content().segment() == block.block().contentSegment()
                    && part.content().position() == block.block().contentPosition()) {
                PartitionCounts counts = new PartitionCounts();
                for (int partition : part.partitions()) {
                    counts.next(partition);
                }
                int[] result = new int[block.place().partitions().length];
                for (int i = 0; i < result.length; i++) {
                    result[i] = counts.of(block.place().partitions()[i]);
                }
                return result;
            }
        }
        throw new RecordReader.MalformedRecordException("a branch's commit places what the branch does not hold");
    }

    private void applyDefinition(JournalRecord record, long now) {
        if (record instanceof DestinationDefined defined) {
            define(defined.definition());
        } else if (record instanceof DestinationDropped dropped) {
            DestinationState destination = destinations.remove(dropped.id());
            if (destination != null) {
                destination.subscriptions.forEach(subscription -> {
                    subscriptions.remove(subscription.definition().id());
                    subscription.drop(now);
                });
                directory.drop(dropped.id());
                segments.noteChange();
            }
        } else if (record instanceof SubscriptionDefined defined) {
            define(defined.definition(), defined.start());
        } else if (record instanceof SubscriptionDropped dropped) {
            SubscriptionState subscription = subscriptions.remove(dropped.id());
            if (subscription != null) {
                subscription.destination().subscriptions.remove(subscription);
                subscription.drop(now);
            }
        }
        // A checkpoint is recovery's, a summary and the mark of a clean close change nothing.
    }

    private void define(DefineDestination definition) {
        DestinationState existing = destinations.get(definition.id());
        if (existing != null) {
            existing.redefine(definition);
            segments.noteChange();
            return;
        }
        DestinationState created = planned.remove(definition.id());
        if (created == null) {
            created = new DestinationState(definition);
        } else {
            created.redefine(definition);
        }
        destinations.put(definition.id(), created);
    }

    private void define(DefineSubscription definition, long start) {
        SubscriptionState existing = subscriptions.get(definition.id());
        if (existing != null) {
            existing.redefine(definition);
            return;
        }
        DestinationState destination = destinations.get(definition.destination());
        if (destination == null) {
            // Dropped in the same commit.
            return;
        }
        SubscriptionState created = new SubscriptionState(definition, destination, this, new SettledSet(start));
        // What came after it in the same commit may be there already.
        Optional<BlockRef> block = directory.atOrAfter(destination.id, start);
        while (block.isPresent()) {
            created.owe(block.get());
            block = directory.atOrAfter(destination.id, block.get().end());
        }
        add(created);
    }

    private void forgetSegment(int number) {
        segments.find(number).ifPresent(directory::forgetSegment);
        segments.remove(number);
    }

    // ---- recovery ----

    void add(DestinationState destination) {
        destinations.put(destination.id, destination);
    }

    void add(SubscriptionState subscription) {
        subscription.destination().subscriptions.add(subscription);
        subscriptions.put(subscription.definition().id(), subscription);
    }

    /** Tells the subscriptions what they are owed of the segments that were added. */
    void takeOwed() {
        for (SegmentInfo segment : segments.all()) {
            segment.owedTo().forEach((id, count) -> subscription(id).ifPresent(state -> state.owe(count)));
        }
    }

    /** What each subscription has settled. */
    List<StateFold.SettledPositions> positions() {
        return subscriptions.values().stream().map(SubscriptionState::positions).toList();
    }

    StoreState state(boolean afterCrash) {
        Map<Integer, Attempts> attempts = new TreeMap<>();
        subscriptions.forEach((id, subscription) -> attempts.put(id, subscription.attempts()));
        return new StoreState(
                destinations.values().stream().map(DestinationState::definition).toList(),
                subscriptions.values().stream()
                        .map(SubscriptionState::definition)
                        .toList(),
                attempts,
                subscriptions.values().stream()
                        .flatMap(subscription -> subscription.laneMarks().stream())
                        .toList(),
                prepared.values().stream()
                        .map(branch -> new PreparedBranch(branch.branch(), branch.settles(), branch.order().length))
                        .toList(),
                afterCrash);
    }
}
