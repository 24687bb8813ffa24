package io.narabi.broker.lane;

import io.narabi.store.index.LaneIndex.SavedChunk;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one lane beyond its window: sequences in order, and how many there are of each priority. The first and the last chunk of them are
 * in memory; the index gets what is between when it is full, and what the index could not take stays in memory. Used under the subscription's
 * lock.
 */
final class LaneBacklog {

    private static final int SMALLEST_CHUNK = 32;

    private final BacklogStore store;
    private final ArrayDeque<PostingChunk> chunks = new ArrayDeque<>(1);
    private final PriorityCounts priorities = new PriorityCounts();
    private long lastAdded;

    LaneBacklog(BacklogStore store) {
        this.store = store;
    }

    /** Adds a message behind all others. */
    void add(long sequence, int priority) {
        if (sequence <= lastAdded) {
            throw new IllegalArgumentException("Sequence " + sequence + " does not come after " + lastAdded);
        }
        PostingChunk chunk = chunks.peekLast();
        if (chunk == null || chunk.isClosed()) {
            chunk = begin(chunk);
        }
        chunk.add(sequence, priority);
        priorities.add(priority, 1);
        lastAdded = sequence;
        store.changed();
    }

    private PostingChunk begin(@Nullable PostingChunk before) {
        Postings full = before == null ? null : before.postings;
        int largest = store.limits().chunk();
        int wanted = before == null ? SMALLEST_CHUNK : largest;
        if (before != null && full != null && before.number == 0) {
            wanted = Math.max(SMALLEST_CHUNK, full.length() * 2);
            full.trim();
            if (chunks.size() > 1 && full.length() >= largest / 2) {
                store.write(before);
            }
        }
        PostingChunk chunk = new PostingChunk(Math.min(wanted, largest));
        chunks.addLast(chunk);
        return chunk;
    }

    /** Appends a chunk that was saved. */
    void restore(PostingChunk chunk) {
        if (chunk.first() <= lastAdded) {
            throw new IllegalArgumentException("Sequence " + chunk.first() + " does not come after " + lastAdded);
        }
        chunks.addLast(chunk);
        priorities.addAll(chunk.priorities(), false);
        lastAdded = chunk.last();
    }

    /** Makes sure, waiting if need be, that the first message can be taken out. False if it cannot be read. */
    boolean isReadable() {
        PostingChunk head = chunks.getFirst();
        try {
            head.await(store);
            return true;
        } catch (CompletionException | CancellationException e) {
            store.readFailed(e);
            return false;
        }
    }

    /** Takes the first message out; there must be one, and it must be readable. */
    long removeFirst() {
        PostingChunk head = chunks.getFirst();
        head.wanted = true;
        long sequence = head.first();
        priorities.add(head.removeFirst(), -1);
        if (head.size() == 0) {
            leave(head);
            chunks.removeFirst();
        } else if (chunks.size() > 1) {
            fetchSecond();
        }
        store.changed();
        return sequence;
    }

    /** What comes next is on its way when it is needed. */
    private void fetchSecond() {
        Iterator<PostingChunk> inOrder = chunks.iterator();
        inOrder.next();
        PostingChunk second = inOrder.next();
        if (!second.wanted) {
            second.fetch(store);
        }
    }

    private static void leave(PostingChunk chunk) {
        chunk.gone = true;
        chunk.postings = null;
    }

    /** The first message's sequence; there must be one. */
    long firstSequence() {
        return chunks.getFirst().first();
    }

    long size() {
        return priorities.total();
    }

    /** The highest priority in it; -1 if it is empty. */
    int highestPriority() {
        return priorities.highest();
    }

    /** How many bytes it takes in memory. */
    long bytes() {
        long bytes = 0;
        for (PostingChunk chunk : chunks) {
            bytes += chunk.bytes();
        }
        return bytes;
    }

    /** The last place up to the sequence where it can be cut without reading. */
    long boundary(long sequence) {
        Iterator<PostingChunk> backwards = chunks.descendingIterator();
        while (backwards.hasNext()) {
            PostingChunk chunk = backwards.next();
            if (chunk.first() < sequence) {
                return chunk.last() >= sequence && chunk.postings == null ? chunk.first() : sequence;
            }
        }
        return sequence;
    }

    /** Forgets the messages from a {@link #boundary} on. */
    void cut(long sequence) {
        PostingChunk last = chunks.peekLast();
        while (last != null && last.last() >= sequence) {
            chunks.removeLast();
            priorities.addAll(last.priorities(), true);
            if (last.first() < sequence) {
                PostingChunk kept = last.until(sequence);
                chunks.addLast(kept);
                priorities.addAll(kept.priorities(), false);
            }
            leave(last);
            last = chunks.peekLast();
        }
        lastAdded = last == null ? 0 : last.last();
        store.changed();
    }

    /**
     * Saves it up to a {@link #boundary}.
     *
     * @param saved takes what has to be saved, in its order
     * @param kept takes the other chunks that the index has and has to keep
     */
    void save(long before, List<SavedChunk> saved, List<SavedChunk> kept) {
        for (PostingChunk chunk : chunks) {
            Postings postings = chunk.postings;
            // One that has been read from is not what the index has.
            boolean named = chunk.number != 0 && (postings == null || !chunk.wanted);
            if (chunk.last() < before) {
                saved.add(named || postings == null ? name(chunk) : bring(chunk, postings));
                continue;
            }
            if (chunk.first() < before) {
                PostingChunk part = chunk.until(before);
                Postings ofPart = part.postings;
                if (ofPart != null) {
                    saved.add(bring(part, ofPart));
                }
            }
            if (named) {
                kept.add(name(chunk));
            }
        }
    }

    private static SavedChunk name(PostingChunk chunk) {
        return new SavedChunk(chunk.number, new byte[0], ChunkFacts.of(chunk).encode());
    }

    private static SavedChunk bring(PostingChunk chunk, Postings postings) {
        return new SavedChunk(0, postings.toBytes(), ChunkFacts.of(chunk).encode());
    }
}
