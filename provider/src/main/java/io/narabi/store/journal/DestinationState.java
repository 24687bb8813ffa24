package io.narabi.store.journal;

import io.narabi.store.StoreRecord.DefineDestination;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A destination: which sequences and offsets come next. The writer's, but for what is volatile.
 *
 * <p>Numbers are given when a commit is planned. Those of a commit that could not be written are not given again.
 */
final class DestinationState {

    final int id;
    final List<SubscriptionState> subscriptions = new CopyOnWriteArrayList<>();

    private volatile DefineDestination definition;
    private volatile long published = 1;

    private long nextSequence = 1;
    private long[] nextOffsets = {};

    /** The next offset of a partition that has had no message. */
    private long firstOffset;

    /** After a crash no sequence below is given again. Durable. */
    private long ceiling;

    /** The same, as of the commit that is being planned. */
    private long plannedCeiling;

    /** The block of the commit that is being planned to which messages can be added. */
    private @Nullable PlannedBlock openBlock;

    DestinationState(DefineDestination definition) {
        this.id = definition.id();
        this.definition = definition;
    }

    DefineDestination definition() {
        return definition;
    }

    void redefine(DefineDestination changed) {
        definition = changed;
    }

    /** The sequence after the last one that a reader may see. */
    long published() {
        return published;
    }

    // ---- planning ----

    long nextSequence() {
        return nextSequence;
    }

    long takeSequence() {
        return nextSequence++;
    }

    long takeOffset(int partition) {
        growTo(partition);
        return nextOffsets[partition]++;
    }

    @Nullable
    PlannedBlock openBlock() {
        return openBlock;
    }

    void openBlock(@Nullable PlannedBlock block) {
        openBlock = block;
    }

    /** Whether this sequence is not reserved: given to a message that no force covers, it could be given again after a crash. */
    boolean needsReservation(long sequence) {
        return sequence >= plannedCeiling;
    }

    void planCeiling(long planned) {
        plannedCeiling = planned;
    }

    /** A new commit is about to be planned. */
    void resetPlan() {
        plannedCeiling = ceiling;
        openBlock = null;
    }

    /** The commit could not be written: readers see a gap where its numbers were. */
    void burn() {
        published = nextSequence;
    }

    // ---- what is durable ----

    void reserved(long durable) {
        ceiling = Math.max(ceiling, durable);
    }

    /** A block is there. */
    void placed(BlockPlace place, long end, int[] counts) {
        nextSequence = Math.max(nextSequence, end);
        for (int i = 0; i < counts.length; i++) {
            int partition = place.partitions()[i];
            growTo(partition);
            nextOffsets[partition] = Math.max(nextOffsets[partition], place.offsets()[i] + counts[i]);
        }
        published = Math.max(published, end);
    }

    /** After a crash: what may have been given to messages that are gone is skipped. */
    void skipReserved() {
        long skipped = ceiling - nextSequence;
        if (skipped > 0) {
            nextSequence = ceiling;
            firstOffset += skipped;
            for (int i = 0; i < nextOffsets.length; i++) {
                nextOffsets[i] += skipped;
            }
        }
    }

    /** Ends recovery. */
    void recovered() {
        ceiling = 0;
        resetPlan();
        published = nextSequence;
    }

    private void growTo(int partition) {
        int before = nextOffsets.length;
        if (partition >= before) {
            nextOffsets = Arrays.copyOf(nextOffsets, partition + 1);
            Arrays.fill(nextOffsets, before, partition + 1, firstOffset);
        }
    }

    void encode(RecordBuffer out) {
        RecordEncoder.putDestination(definition, out);
        out.putVar(nextSequence);
        out.putVar(ceiling);
        out.putVar(firstOffset);
        out.putVar(nextOffsets.length);
        for (long offset : nextOffsets) {
            out.putVar(offset);
        }
    }

    static DestinationState decode(RecordReader in) {
        DestinationState state = new DestinationState(RecordDecoder.readDestination(in));
        state.nextSequence = in.readVar();
        state.published = state.nextSequence;
        state.ceiling = in.readVar();
        state.firstOffset = in.readVar();
        state.nextOffsets = new long[in.readCount(1)];
        for (int i = 0; i < state.nextOffsets.length; i++) {
            state.nextOffsets[i] = in.readVar();
        }
        return state;
    }
}
