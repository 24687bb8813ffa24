package io.narabi.store.index;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a store looks up rather than replays. Thread-safe.
 *
 * <p>Nothing in it is needed to be right: what is missing is read from the journal, and folded again. So nothing that an index fails at is the
 * failure of anything else; a future that fails says only that this has to be got from the journal.
 *
 * <p>The methods that return futures never block and never touch a file on the caller's thread. Futures complete on the index's worker (in
 * memory, on the caller's thread before the call returns): those of folds in the order of their calls, and all others in the order of
 * theirs, which may go by folds that are under way. What is chained to them must be short. One that fails, fails with an {@link
 * IndexException}.
 */
public interface StoreIndex extends AutoCloseable {

    /**
     * Opens the index of the store. One that cannot be read, is another store's, is ahead of the journal, or is written in another format, is
     * thrown away, and begins anew. Called once, before anything else. Where no index can be had at all (the disk fails), this returns as
     * for an empty one, and all that is asked later fails.
     *
     * @param storeId tells the store from all others
     * @param lastCommit the number of the journal's last commit
     * @return what it reflects
     */
    Folded open(long storeId, long lastCommit);

    /**
     * Takes in a sealed segment, all of it or nothing; durable when the future completes. The same segment again replaces what was there,
     * of which nothing is found from the beginning of this on.
     */
    CompletableFuture<Void> fold(SegmentFold fold);

    /**
     * Takes in what is in force, in one transaction; durable when the future completes. The lanes of subscriptions that were in force by the
     * fold before, and are not any more, are dropped.
     */
    CompletableFuture<Void> fold(StateFold fold);

    /**
     * Blocks of a destination with their place in a segment that was folded, in the order of their sequences.
     *
     * @param fromSequence the first one holds this sequence, or else is the first one after it
     * @param max the most, from 1
     */
    CompletableFuture<List<IndexedBlock>> blocks(int segment, int destination, long fromSequence, int max);

    /** What the broker keeps of lanes that are blocked. */
    LaneIndex lanes();

    /** Does what has been asked for and closes. Idempotent; what is asked later fails. */
    @Override
    void close();
}
