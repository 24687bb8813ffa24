package io.narabi.broker.lane;

import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription's part of the index of lanes. An index that is slow or fails costs memory, and reading the log again, and nothing else. Used
 * under the subscription's lock: what the index does is only looked at from here.
 */
final class BacklogStore {

    private static final Logger LOG = LoggerFactory.getLogger(BacklogStore.class);

    /** Of a save that is large because there are many lanes, so many changes are made for each of its chunks before the next. */
    private static final int CHANGES_PER_SAVED_CHUNK = 16;

    private final LaneIndex index;
    private final int subscription;
    private final LaneLimits limits;
    /** In the order of the calls, which is that in which they complete. */
    private final ArrayDeque<PostingChunk> writing = new ArrayDeque<>();
    /** What the index did not take. */
    private final ArrayDeque<PostingChunk> refused = new ArrayDeque<>();

    private @Nullable CompletableFuture<Void> saving;
    private long lastNumber;
    private long changes;
    private long nextSave;
    /** Nothing more is written after something could not be read, until the index has taken a save. */
    private boolean trusted = true;

    private boolean warned;
    /** Whether the index has something to forget. */
    private boolean used;

    BacklogStore(LaneIndex index, int subscription, LaneLimits limits, long lastNumber) {
        this.index = index;
        this.subscription = subscription;
        this.limits = limits;
        this.lastNumber = lastNumber;
        this.nextSave = limits.saveAfter();
    }

    LaneLimits limits() {
        return limits;
    }

    /** A posting has come or gone. */
    void changed() {
        changes++;
    }

    /** Has the chunk written. Its postings stay in memory until it is. */
    void write(PostingChunk chunk) {
        if (!trusted) {
            return;
        }
        submit(chunk);
        PostingChunk before = refused.poll();
        if (before != null && !before.gone && !before.wanted) {
            submit(before);
        }
    }

    private void submit(PostingChunk chunk) {
        Postings postings = chunk.postings;
        if (postings != null) {
            used = true;
            chunk.number = ++lastNumber;
            chunk.writing = index.write(subscription, chunk.number, postings.toBytes());
            writing.add(chunk);
        }
    }

    CompletableFuture<byte[]> read(long chunk) {
        return index.read(subscription, chunk);
    }

    void readFailed(RuntimeException failure) {
        trusted = false;
        warn("Postings of subscription {} cannot be read from the index ({}): its log is read again", failure);
    }

    /** Looks at what the index has done. */
    void sweep() {
        for (PostingChunk chunk = writing.peek(); chunk != null; chunk = writing.peek()) {
            CompletableFuture<Void> future = chunk.writing;
            if (future != null && !future.isDone()) {
                break;
            }
            writing.remove();
            written(chunk, future == null || future.isCompletedExceptionally());
        }
        CompletableFuture<Void> save = saving;
        if (save != null && save.isDone()) {
            saving = null;
            if (save.isCompletedExceptionally()) {
                warn("The lanes of subscription {} could not be saved in the index: {}", failure(save));
            } else {
                trusted = true;
                warned = false;
            }
        }
    }

    private void written(PostingChunk chunk, boolean failed) {
        CompletableFuture<Void> future = chunk.writing;
        chunk.writing = null;
        if (failed) {
            chunk.number = 0;
            if (!chunk.gone) {
                refused.add(chunk);
            }
            warn(
                    "Postings of subscription {} cannot be written to the index ({}): they stay in memory",
                    failure(future));
        } else if (!chunk.wanted) {
            chunk.postings = null;
        }
    }

    private static @Nullable Throwable failure(@Nullable CompletableFuture<Void> failed) {
        return failed == null
                ? null
                : failed.handle((nothing, failure) -> failure).join();
    }

    private void warn(String text, @Nullable Throwable failure) {
        if (!warned) {
            warned = true;
            LOG.warn(text, subscription, failure == null ? "no reason is known" : failure.toString());
        }
    }

    /** Whether it is time to save. */
    boolean isSaveDue() {
        return changes >= nextSave && saving == null;
    }

    /** Whether the index has something of the subscription. */
    boolean isUsed() {
        return used;
    }

    /** The index has something of the subscription, as it was found. */
    void use() {
        used = true;
    }

    void save(SavedLanes lanes) {
        changes = 0;
        long chunks =
                lanes.lanes().stream().mapToLong(lane -> lane.chunks().size()).sum();
        nextSave = Math.max(limits.saveAfter(), CHANGES_PER_SAVED_CHUNK * chunks);
        used = true;
        // Under the lock: no chunk is written between what this names and the call.
        saving = index.save(subscription, lanes);
    }

    /** Nothing is worth saving. */
    void forget() {
        changes = 0;
        used = false;
        saving = index.drop(subscription);
    }
}
