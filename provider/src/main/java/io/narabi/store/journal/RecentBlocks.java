package io.narabi.store.journal;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The blocks written last, so that what was just sent is not read from the disk. Look-ups are thread-safe; adding is the writer's. */
final class RecentBlocks {

    private final long limit;
    private final Map<Integer, ConcurrentSkipListMap<Long, PlannedBlock>> destinations = new ConcurrentHashMap<>();
    private final ArrayDeque<PlannedBlock> inOrder = new ArrayDeque<>();
    private long bytes;

    /** @param limit bytes to keep, about */
    RecentBlocks(long limit) {
        this.limit = limit;
    }

    void add(PlannedBlock block) {
        if (block.bytes() > limit / 2) {
            return;
        }
        destinations
                .computeIfAbsent(block.destination(), id -> new ConcurrentSkipListMap<>())
                .put(block.firstSequence(), block);
        inOrder.add(block);
        bytes += block.bytes();
        while (bytes > limit) {
            PlannedBlock eldest = inOrder.remove();
            bytes -= eldest.bytes();
            ConcurrentSkipListMap<Long, PlannedBlock> blocks = destinations.get(eldest.destination());
            if (blocks != null) {
                blocks.remove(eldest.firstSequence());
            }
        }
    }

    Optional<PlannedBlock> find(int destination, BlockRef block) {
        ConcurrentSkipListMap<Long, PlannedBlock> blocks = destinations.get(destination);
        return blocks == null ? Optional.empty() : Optional.ofNullable(blocks.get(block.firstSequence()));
    }
}
