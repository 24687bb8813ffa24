package io.narabi.broker.lane;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a lane's backlog: what is known of its postings, and the postings themselves while they are in memory. Where they are not, the
 * index has them under the chunk's number.
 */
final class PostingChunk {

    /** Under which the index has it, or is getting it; 0 if it does not. */
    long number;

    @Nullable
    Postings postings;

    /** It is read from, or will be soon: its postings stay in memory. */
    boolean wanted;
    /** No backlog has it any more. */
    boolean gone;

    @Nullable
    CompletableFuture<Void> writing;

    private @Nullable CompletableFuture<byte[]> reading;

    private final PriorityCounts priorities;
    private long first;
    private long last;

    PostingChunk(int length) {
        postings = Postings.ofLength(length);
        priorities = new PriorityCounts();
    }

    /** One that comes from an index. */
    PostingChunk(long number, @Nullable Postings postings, ChunkFacts facts) {
        this.number = number;
        this.postings = postings;
        this.priorities = facts.priorities();
        this.first = facts.first();
        this.last = facts.last();
    }

    /** The first sequence that is left. */
    long first() {
        return first;
    }

    long last() {
        return last;
    }

    int size() {
        return priorities.total();
    }

    PriorityCounts priorities() {
        return priorities;
    }

    /** Whether nothing can be added: full, or written. */
    boolean isClosed() {
        Postings known = postings;
        return known == null || number != 0 || known.isFull();
    }

    /** Bytes in memory. */
    long bytes() {
        Postings known = postings;
        CompletableFuture<byte[]> coming = reading;
        if (known != null) {
            return known.length();
        }
        return coming != null && coming.isDone() && !coming.isCompletedExceptionally() ? coming.join().length : 0;
    }

    void add(long sequence, int priority) {
        Postings known = inMemory();
        known.add(sequence, priority);
        if (size() == 0) {
            first = sequence;
        }
        last = sequence;
        priorities.add(priority, 1);
    }

    /** Takes out the first one; its priority. */
    int removeFirst() {
        Postings known = inMemory();
        known.next();
        int priority = known.priority();
        priorities.add(priority, -1);
        if (known.hasNext()) {
            Postings following = known.rest();
            following.next();
            first = following.sequence();
        }
        return priority;
    }

    private Postings inMemory() {
        Postings known = postings;
        if (known == null) {
            throw new IllegalStateException("The postings from " + first + " to " + last + " are not in memory");
        }
        return known;
    }

    /** Asks the index for the postings, unless they are here or on their way. */
    void fetch(BacklogStore store) {
        wanted = true;
        if (postings == null && reading == null) {
            reading = store.read(number);
        }
    }

    /**
     * Waits until the postings are here.
     *
     * @throws CompletionException if they cannot be had, or are others
     */
    void await(BacklogStore store) {
        fetch(store);
        CompletableFuture<byte[]> coming = reading;
        if (postings == null && coming != null) {
            Postings read = Postings.of(coming.join());
            if (!isSame(read.rest())) {
                throw new CompletionException(new IllegalStateException("Chunk " + number + " does not hold the "
                        + size() + " postings from " + first + " to " + last));
            }
            postings = read;
        }
        reading = null;
    }

    private boolean isSame(Postings read) {
        int count = 0;
        try {
            while (read.hasNext()) {
                read.next();
                if (count++ == 0 && read.sequence() != first) {
                    return false;
                }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            // Not what was written.
            return false;
        }
        return count == size() && read.sequence() == last;
    }

    /** What it has before the sequence, in memory; there must be something, and the postings in memory. */
    PostingChunk until(long sequence) {
        Postings known = inMemory();
        PostingChunk kept = new PostingChunk(known.length() + Postings.LONGEST);
        Postings rest = known.rest();
        while (rest.hasNext()) {
            rest.next();
            if (rest.sequence() >= sequence) {
                break;
            }
            kept.add(rest.sequence(), rest.priority());
        }
        return kept;
    }
}
