package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.journal.JournalRecord.SegmentsForgotten;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes units as one commit, forces it, makes it visible, and tells their callers, in this order. The writer's. */
final class GroupCommit {

    /** Bytes of messages that do not survive a crash, after which they are forced all the same: they are kept in memory until then. */
    private static final long MAX_UNFORCED_BYTES = 8L << 20;

    private final Path directory;
    private final Model model;
    private final Planner planner;
    private final SegmentWriter segments;
    private final RecentBlocks recent;

    GroupCommit(Path directory, Model model, SegmentWriter segments, RecentBlocks recent) {
        this.directory = directory;
        this.model = model;
        this.planner = new Planner(model);
        this.segments = segments;
        this.recent = recent;
    }

    /** What became of a commit. */
    sealed interface Outcome {

        /** The units were told, each what became of it. */
        record Told() implements Outcome {}

        /** Nothing was written, and no unit was told. The segment was given up. */
        record NotBegun(IOException cause) implements Outcome {}

        /** The units were told that the outcome is unknown. The segment was given up. */
        record Unknown(IOException cause) implements Outcome {}
    }

    private static final Outcome TOLD = new Outcome.Told();

    /** @param size bytes of the units, about */
    Outcome commit(List<EncodedUnit> units, long size, long now) {
        try {
            if (segments.isFullFor(size)) {
                segments.roll(now);
            }
        } catch (IOException e) {
            segments.giveUp();
            return new Outcome.NotBegun(e);
        }
        Plan plan = planner.plan(units);
        if (!plan.records.isEmpty()) {
            try {
                write(plan, now);
            } catch (IOException e) {
                segments.giveUp();
                planner.burn();
                tellUnknown(plan, e);
                return new Outcome.Unknown(e);
            }
            apply(plan, now);
        }
        tell(plan);
        return TOLD;
    }

    /** Says that these segments are needed no more. Their files can be deleted then. */
    Outcome forget(List<Integer> superfluous, long now) {
        Plan plan = new Plan(0);
        plan.records.add(new PlannedSmall(
                RecordType.FORGET_SEGMENTS, RecordEncoder.forget(superfluous), new SegmentsForgotten(superfluous)));
        plan.force = true;
        try {
            write(plan, now);
        } catch (IOException e) {
            segments.giveUp();
            return new Outcome.NotBegun(e);
        }
        apply(plan, now);
        return TOLD;
    }

    private void write(Plan plan, long now) throws IOException {
        segments.append(plan, now);
        if (plan.force || segments.unforcedBytes() + plan.blockBytes() > MAX_UNFORCED_BYTES) {
            segments.force();
        } else {
            segments.leaveUnforced(plan);
        }
    }

    private void apply(Plan plan, long now) {
        for (PlannedRecord record : plan.records) {
            model.apply(record.event(), now);
        }
        plan.blocks.forEach(recent::add);
    }

    private static void tell(Plan plan) {
        for (int i = 0; i < plan.size(); i++) {
            StoreException refusal = plan.refusal(i);
            if (refusal == null) {
                Callbacks.stored(plan.unit(i), plan.placements(i));
            } else {
                Callbacks.failed(plan.unit(i), refusal);
            }
        }
    }

    private void tellUnknown(Plan plan, IOException cause) {
        for (int i = 0; i < plan.size(); i++) {
            if (plan.refusal(i) == null) {
                Callbacks.breakRow(plan.unit(i));
            }
        }
        for (int i = 0; i < plan.size(); i++) {
            StoreException refusal = plan.refusal(i);
            Callbacks.failed(plan.unit(i), refusal != null ? refusal : unknown(cause));
        }
    }

    private StoreException unknown(IOException cause) {
        return new StoreException(
                Reason.OUTCOME_UNKNOWN,
                "The journal in " + directory + " could not be written: " + cause
                        + ". This unit is not stored, unless the process stops before the journal can be written again:"
                        + " then it may come to light as stored",
                cause);
    }
}
