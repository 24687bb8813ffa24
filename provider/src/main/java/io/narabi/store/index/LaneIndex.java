package io.narabi.store.index;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a broker puts what it knows of blocked lanes beyond what it keeps in memory: postings (the sequences of a lane's messages, coded by the
 * broker) in chunks, and from time to time all that it needs to go on from there after a restart. Thread-safe; as to futures and failures as
 * {@link StoreIndex}.
 *
 * <p>What was written is there until a {@link #save} that does not name it, or the subscription's {@link #drop}; after a restart, only what the
 * last durable save names.
 */
public interface LaneIndex {

    /**
     * Keeps a chunk of postings.
     *
     * @param chunk the broker's number for it, used once for the subscription
     * @param postings nobody changes the array
     */
    CompletableFuture<Void> write(int subscription, long chunk, byte[] postings);

    /** A chunk that was written; fails if it is not there. */
    CompletableFuture<byte[]> read(int subscription, long chunk);

    /** What was saved last; empty if nothing was, or not all of it is there. Chunks that it does not name are gone. */
    CompletableFuture<Optional<SavedLanes>> load(int subscription);

    /**
     * Replaces what was saved last, all of it or nothing; durable when the future completes. Chunks that it does not name go. Fails where one
     * that it names is not there.
     */
    CompletableFuture<Void> save(int subscription, SavedLanes lanes);

    /** Forgets all of the subscription. */
    CompletableFuture<Void> drop(int subscription);

    /**
     * All that is needed to go on.
     *
     * @param frontier how far the log had been looked at
     * @param signature of what lanes were by then: the broker's, opaque
     * @param lanes those with postings
     */
    record SavedLanes(long frontier, String signature, List<SavedLane> lanes) {
        public SavedLanes {
            lanes = List.copyOf(lanes);
        }
    }

    /**
     * A lane's postings.
     *
     * @param lane which one: the broker's, opaque
     * @param chunks in their order
     */
    record SavedLane(String lane, List<SavedChunk> chunks) {
        public SavedLane {
            chunks = List.copyOf(chunks);
        }
    }

    /**
     * A chunk of postings: one that was written, or one that comes with it.
     *
     * @param chunk the number of the one that was written; 0 if it comes with it
     * @param postings the chunk, if it comes with it; empty else; nobody changes the array
     * @param facts of the chunk, coded by the broker: short; nobody changes the array
     */
    record SavedChunk(long chunk, byte[] postings, byte[] facts) {}
}
