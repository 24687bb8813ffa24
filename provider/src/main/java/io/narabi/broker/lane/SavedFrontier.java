package io.narabi.broker.lane;

import io.narabi.store.index.LaneIndex.SavedChunk;
import io.narabi.store.index.LaneIndex.SavedLane;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves what is known of the log in front of the frontier, so that after a restart it need not be looked at again: the postings, and the
 * messages in memory beside them ("held"). What has been settled since then is found out when it is read.
 *
 * <p>Where messages have been passed over, the frontier that is saved lies before the first of them.
 */
final class SavedFrontier {

    private static final Logger LOG = LoggerFactory.getLogger(SavedFrontier.class);

    /** Changes with what is saved and how. */
    private static final String FORMAT = "1";

    private static final String HELD_ID = "held";
    /** Chunks behind the frontier that is saved: they are in use, and of no use after a restart. */
    private static final String KEPT_ID = "kept";

    private final Parts parts;

    SavedFrontier(Parts parts) {
        this.parts = parts;
    }

    private String signature() {
        return FORMAT + " " + parts.options.order() + (parts.options.exclusive() ? " exclusive" : "");
    }

    // ---- saving ----

    /** Saves, if it is time to. */
    void saveIfDue() {
        parts.backlogs.sweep();
        if (parts.backlogs.isSaveDue()) {
            save();
        }
    }

    void save() {
        long frontier = parts.frontier.cutFor(Math.min(parts.frontier.position(), parts.frontier.passedFrom()));
        List<SavedLane> lanes = new ArrayList<>();
        List<SavedChunk> kept = new ArrayList<>();
        TreeMap<Long, Integer> held = new TreeMap<>();
        long singles = parts.frontier.singlesKnown();
        for (Lane lane : parts.table.lanes()) {
            LaneBacklog backlog = lane.backlog;
            List<SavedChunk> chunks = new ArrayList<>();
            if (backlog != null) {
                backlog.save(frontier, chunks, kept);
            }
            if (!chunks.isEmpty()) {
                lanes.add(new SavedLane(lane.key.id(), chunks));
            }
            for (Item item = lane.first; item != null; item = item.next) {
                boolean single = LaneKey.isSingle(item.entry, parts.options);
                if (item.sequence() < (single ? singles : frontier)) {
                    held.put(item.sequence(), item.entry.priority());
                }
            }
        }
        if (lanes.isEmpty() && kept.isEmpty()) {
            // What there is is in memory: it is found again as fast.
            if (parts.backlogs.isUsed()) {
                parts.backlogs.forget();
            }
            return;
        }
        lanes.add(held(held, singles));
        if (!kept.isEmpty()) {
            lanes.add(new SavedLane(KEPT_ID, kept));
        }
        parts.backlogs.save(new SavedLanes(frontier, signature(), lanes));
    }

    private static SavedLane held(TreeMap<Long, Integer> held, long singles) {
        Postings postings = Postings.ofLength(held.size() * Postings.LONGEST);
        held.forEach(postings::add);
        byte[] facts = ByteBuffer.allocate(Long.BYTES).putLong(singles).array();
        return new SavedLane(HELD_ID, List.of(new SavedChunk(0, postings.toBytes(), facts)));
    }

    // ---- going on from there ----

    /** What was saved, decoded. */
    private record Found(List<FoundLane> lanes, List<Long> held, long singles) {}

    private record FoundLane(LaneKey key, List<PostingChunk> chunks) {}

    /** The highest number of a chunk that is saved; 0 if there is none. */
    static long lastNumber(LogStart start) {
        return start.saved().stream()
                .flatMap(saved -> saved.lanes().stream())
                .flatMap(lane -> lane.chunks().stream())
                .mapToLong(SavedChunk::chunk)
                .max()
                .orElse(0);
    }

    /** Takes up what was saved, if it is still right. Called before anything else is. */
    void restore(LogStart start) {
        if (start.saved().isEmpty()) {
            return;
        }
        parts.backlogs.use();
        SavedLanes saved = start.saved().get();
        long frontier = saved.frontier();
        if (!saved.signature().equals(signature())
                || frontier <= start.firstSequence()
                || frontier > start.lastSequence() + 1) {
            return;
        }
        try {
            restore(decode(saved), frontier);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            LOG.warn(
                    "What was saved of the lanes of subscription {} cannot be used: its log is read again",
                    start.subscription(),
                    e);
            parts.table.clear();
        }
    }

    private void restore(Found found, long frontier) {
        for (FoundLane lane : found.lanes()) {
            LaneBacklog backlog = new LaneBacklog(parts.backlogs);
            for (PostingChunk chunk : lane.chunks()) {
                if (chunk.last() >= frontier) {
                    throw new IllegalArgumentException("Postings reach " + chunk.last() + ", beyond the frontier");
                }
                backlog.restore(chunk);
                for (int priority = 0; priority < PriorityCounts.PRIORITIES; priority++) {
                    if (chunk.priorities().count(priority) > 0) {
                        parts.frontier.restored(priority);
                    }
                }
            }
            parts.table.get(lane.key()).backlog = backlog;
        }
        for (LogEntry entry : parts.log.owed(found.held())) {
            Lane lane = parts.table.get(entry, parts.options);
            lane.add(new Item(entry, lane));
            parts.frontier.restored(entry.priority());
        }
        parts.frontier.resume(frontier, found.singles());
    }

    private static Found decode(SavedLanes saved) {
        List<FoundLane> lanes = new ArrayList<>();
        List<Long> held = new ArrayList<>();
        long singles = 0;
        for (SavedLane lane : saved.lanes()) {
            if (lane.lane().equals(HELD_ID)) {
                SavedChunk chunk = lane.chunks().get(0);
                singles = ByteBuffer.wrap(chunk.facts()).getLong(0);
                Postings postings = Postings.of(chunk.postings());
                while (postings.hasNext()) {
                    postings.next();
                    held.add(postings.sequence());
                }
            } else if (!lane.lane().equals(KEPT_ID)) {
                lanes.add(decode(lane));
            }
        }
        return new Found(lanes, held, singles);
    }

    private static FoundLane decode(SavedLane lane) {
        LaneKey key = LaneKey.parse(lane.lane())
                .orElseThrow(() -> new IllegalArgumentException("There can be no lane " + lane.lane()));
        List<PostingChunk> chunks = new ArrayList<>(lane.chunks().size());
        for (SavedChunk chunk : lane.chunks()) {
            Postings postings = chunk.chunk() == 0 ? Postings.of(chunk.postings()) : null;
            chunks.add(new PostingChunk(chunk.chunk(), postings, ChunkFacts.decode(chunk.facts())));
        }
        return new FoundLane(key, chunks);
    }
}
