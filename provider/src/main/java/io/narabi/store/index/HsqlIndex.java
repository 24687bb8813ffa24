package io.narabi.store.index;

import io.narabi.runtime.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An index on HSQLDB, in files of its own directory. Its file names begin with {@code index.}; others in the directory are left alone. Whoever
 * uses it has seen to it that nobody else, in no other process either, uses the directory: HSQLDB's lock is off.
 *
 * <p>No caller's thread enters HSQLDB, so none can be held up or interrupted there: all is done on the environment's worker {@code index},
 * which {@link #open} and {@link #close} wait for. Segments are folded in steps, and everything else goes by in between: the futures of
 * folds complete in the order of their calls, and all others in theirs.
 *
 * <p>Where the disk is nearly full, what would write fails, and works again once there is room. Where the database turns out to be damaged,
 * or does not keep what it is given, a warning is logged, its files are deleted, and all that is asked then fails until it is opened again,
 * empty; it may be, without closing it before.
 */
public final class HsqlIndex implements StoreIndex {

    private final IndexQueue queue;
    private final HsqlSession session;
    private final LaneIndex lanes = new Lanes();

    /**
     * Touches nothing yet.
     *
     * @param environment whose worker and disk it uses; the disk must be the machine's own
     * @param directory created where it is missing
     */
    public HsqlIndex(Environment environment, Path directory) {
        queue = new IndexQueue(environment.worker("index"));
        session = new HsqlSession(new IndexFiles(environment.disk(), directory));
    }

    /**
     * @throws IllegalStateException if it is open, and works, or is closed
     */
    @Override
    public Folded open(long storeId, long lastCommit) {
        CompletableFuture<Folded> folded = new CompletableFuture<>();
        CompletableFuture<Boolean> refused = new CompletableFuture<>();
        boolean queued = queue.add(() -> {
            if (session.isOpen()) {
                refused.complete(true);
                folded.complete(Folded.NOTHING);
                return;
            }
            folded.complete(session.open(storeId, lastCommit));
            if (session.isOpen()) {
                queue.add(cleaning());
            }
        });
        if (!queued) {
            throw new IllegalStateException("The index in " + session.directory() + " is closed");
        }
        // Not get: an interrupt is none of the index's business.
        Folded found = folded.join();
        if (refused.isDone()) {
            throw new IllegalStateException("The index in " + session.directory() + " is open");
        }
        return found;
    }

    @Override
    public CompletableFuture<Void> fold(SegmentFold fold) {
        return slowly(new Steps() {
            private @Nullable SegmentFolding folding;

            @Override
            public boolean isDoneAfterAStep(HsqlSession.Tables tables) throws Exception {
                if (folding == null) {
                    folding = new SegmentFolding(tables.database(), tables.blocks(), tables.check(), fold);
                }
                return folding.isDoneAfterAStep();
            }
        });
    }

    @Override
    public CompletableFuture<Void> fold(StateFold fold) {
        return slowly(tables -> {
            tables.states().fold(fold);
            // Queued behind the folds that wait, so that it sees whole segments only.
            queue.add(cleaning());
            return true;
        });
    }

    @Override
    public CompletableFuture<List<IndexedBlock>> blocks(int segment, int destination, long fromSequence, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("At least one block has to be asked for, not " + max);
        }
        return quickly(tables -> {
            List<IndexedBlock> blocks = tables.blocks().blocks(segment, destination, fromSequence, max);
            tables.database().endRead();
            return blocks;
        });
    }

    @Override
    public LaneIndex lanes() {
        return lanes;
    }

    @Override
    public void close() {
        queue.close(session::close);
    }

    private final class Lanes implements LaneIndex {

        @Override
        public CompletableFuture<Void> write(int subscription, long chunk, byte[] postings) {
            return doing(tables -> tables.lanes().write(subscription, chunk, postings));
        }

        @Override
        public CompletableFuture<byte[]> read(int subscription, long chunk) {
            return quickly(tables -> {
                byte[] postings = tables.lanes().read(subscription, chunk);
                tables.database().endRead();
                return postings;
            });
        }

        @Override
        public CompletableFuture<Optional<SavedLanes>> load(int subscription) {
            return quickly(tables -> {
                Optional<SavedLanes> saved = tables.lanes().load(subscription);
                tables.database().endRead();
                return saved;
            });
        }

        @Override
        public CompletableFuture<Void> save(int subscription, SavedLanes lanes) {
            return doing(tables -> tables.lanes().save(subscription, lanes));
        }

        @Override
        public CompletableFuture<Void> drop(int subscription) {
            return doing(tables -> tables.lanes().drop(subscription));
        }
    }

    private interface Steps {
        boolean isDoneAfterAStep(HsqlSession.Tables tables) throws Exception;
    }

    private interface Doing {
        void on(HsqlSession.Tables tables) throws Exception;
    }

    private <T> CompletableFuture<T> quickly(HsqlSession.Work<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        if (!queue.add(() -> session.run(work, future))) {
            future.completeExceptionally(closed());
        }
        return future;
    }

    private CompletableFuture<Void> doing(Doing work) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        boolean queued = queue.add(() -> step(
                tables -> {
                    work.on(tables);
                    return true;
                },
                future));
        if (!queued) {
            future.completeExceptionally(closed());
        }
        return future;
    }

    private CompletableFuture<Void> slowly(Steps steps) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        if (!queue.add(slow(steps, future, false))) {
            future.completeExceptionally(closed());
        }
        return future;
    }

    private IndexQueue.Slow slow(Steps steps, CompletableFuture<Void> future, boolean mayBeLeftUndone) {
        return new IndexQueue.Slow() {
            @Override
            public boolean isDoneAfterAStep() {
                step(steps, future);
                return future.isDone();
            }

            @Override
            public boolean mayBeLeftUndone() {
                return mayBeLeftUndone;
            }
        };
    }

    /** Completes the future when it fails, or is done after it. */
    private void step(Steps steps, CompletableFuture<Void> future) {
        CompletableFuture<Boolean> step = new CompletableFuture<>();
        session.run(steps::isDoneAfterAStep, step);
        step.whenComplete((done, failure) -> {
            if (failure != null) {
                future.completeExceptionally(failure);
            } else if (done) {
                future.complete(null);
            }
        });
    }

    /** Deletes the blocks of segments that are not listed. */
    private IndexQueue.Slow cleaning() {
        return slow(
                tables -> {
                    Optional<Integer> unlisted = tables.blocks().unlistedSegment();
                    if (unlisted.isEmpty()) {
                        tables.database().endRead();
                        return true;
                    }
                    tables.blocks().forgetSome(unlisted.get());
                    tables.database().commit(tables.check());
                    return false;
                },
                new CompletableFuture<>(),
                true);
    }

    private IndexException closed() {
        return new IndexException("The index in " + session.directory() + " is closed");
    }
}
