package io.narabi.store.journal;

import io.narabi.runtime.Worker;
import io.narabi.store.StoreException;
import io.narabi.store.StoreState;
import io.narabi.store.index.IndexedBlock;
import io.narabi.store.index.SegmentFold;
import io.narabi.store.index.StateFold;
import io.narabi.store.index.StoreIndex;
import io.narabi.store.journal.SummaryReader.Summary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the journal into the index, a sealed segment after another, behind the writer's back. Nobody waits for it: what the index does not
 * have yet is read from the journal.
 *
 * <p>A segment that cannot be folded is tried again when the next one is begun; an index that has broken begins anew then.
 */
final class IndexFolder {

    private static final Logger LOG = LoggerFactory.getLogger(IndexFolder.class);

    private final StoreIndex index;
    private final FoldedSegments folded;
    private final SummaryReader summaries;
    private final Worker worker;
    private volatile boolean closed;

    /** The worker's, as is all below. */
    private boolean failing;

    private long store;

    IndexFolder(StoreIndex index, FoldedSegments folded, SummaryReader summaries, Worker worker) {
        this.index = index;
        this.folded = folded;
        this.summaries = summaries;
        this.worker = worker;
    }

    /** Opens the index, before anything is folded. */
    void open(long storeId, long lastCommit) {
        store = storeId;
        folded.replaceBy(index.open(storeId, lastCommit).segments());
    }

    /** An index that has given up begins anew when it is opened again; one that goes on says so. */
    private void reopen(long lastCommit) {
        try {
            folded.replaceBy(index.open(store, lastCommit).segments());
        } catch (IllegalStateException e) {
            LOG.debug("The index goes on", e);
        }
    }

    /**
     * A segment was begun: those before it can be folded.
     *
     * @param checkpoint what it begins with
     * @param commit the number of the commit that holds it
     */
    void begun(int segment, byte[] checkpoint, long commit) {
        try {
            worker.submit(() -> fold(segment, checkpoint, commit));
        } catch (RejectedExecutionException e) {
            LOG.debug("Nothing is folded any more: the journal is being closed", e);
        }
    }

    private void fold(int segment, byte[] checkpoint, long commit) {
        folded.busy(true);
        try {
            Model model = Model.ofCheckpoints();
            CheckpointCodec.decode(checkpoint, model);
            for (SegmentInfo before : model.segments().all()) {
                if (closed) {
                    return;
                }
                if (before.summary != 0 && !folded.contains(before.number)) {
                    foldSegment(before);
                }
            }
            index.fold(state(segment, model, commit)).join();
            failing = false;
        } catch (CompletionException | CancellationException | StoreException e) {
            if (!failing) {
                failing = true;
                LOG.warn(
                        "The index cannot take in the journal at present. Nothing is lost by that: what it lacks is read from"
                                + " the journal",
                        e);
            }
            if (!closed) {
                reopen(commit);
            }
        } finally {
            folded.busy(false);
        }
    }

    private void foldSegment(SegmentInfo segment) {
        Optional<Summary> summary = summaries.read(segment.number, segment.summary);
        if (summary.isEmpty()) {
            // Deleted in the meantime.
            return;
        }
        List<IndexedBlock> blocks = new ArrayList<>(summary.get().blocks().size());
        summary.get().blocks().forEach(block -> blocks.add(row(block)));
        blocks.sort(Comparator.comparingInt(IndexedBlock::destination).thenComparingLong(IndexedBlock::firstSequence));
        index.fold(new SegmentFold(segment.number, summary.get().commit(), blocks))
                .join();
        folded.add(segment.number);
    }

    private static IndexedBlock row(BlockSummary summary) {
        BlockRef block = summary.block();
        return new IndexedBlock(
                summary.destination(),
                block.firstSequence(),
                block.count(),
                block.hasNonPersistent(),
                block.headLength(),
                block.contentSegment(),
                block.contentPosition(),
                block.placePosition());
    }

    private static StateFold state(int segment, Model model, long commit) {
        Set<Integer> segments = new HashSet<>(Set.of(segment));
        model.segments().all().forEach(before -> segments.add(before.number));
        model.takeOwed();
        StoreState state = model.state(false);
        return new StateFold(commit, segments, state.destinations(), state.subscriptions(), model.positions());
    }

    /** Stops before the next segment, waits for the one that is being folded, and closes the index. */
    void close() {
        closed = true;
        worker.close();
        index.close();
    }
}
