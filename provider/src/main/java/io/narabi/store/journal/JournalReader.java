package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds messages: in memory those that were written last, the others in the segment files. Thread-safe; holds no lock while it reads a file. */
final class JournalReader {

    private final Model model;
    private final BlockReader blocks;
    private final RecentBlocks recent;

    JournalReader(Model model, BlockReader blocks, RecentBlocks recent) {
        this.model = model;
        this.blocks = blocks;
        this.recent = recent;
    }

    List<StoredEntry> owed(int id, long fromSequence, int max) {
        Optional<SubscriptionState> subscription = model.subscription(id);
        if (subscription.isEmpty()) {
            return List.of();
        }
        int destination = subscription.get().destination().id;
        List<StoredEntry> entries = new ArrayList<>(Math.min(max, 1_024));
        List<Long> sequences = new ArrayList<>();
        long from = fromSequence;
        while (entries.size() < max) {
            sequences.clear();
            Optional<BlockRef> block = subscription.get().nextOwed(from, max - entries.size(), sequences);
            if (block.isEmpty()) {
                break;
            }
            // Where the block is gone by now, all of it has been settled.
            addEntries(destination, block.get(), sequences, entries);
            from = block.get().end();
        }
        return List.copyOf(entries);
    }

    private void addEntries(int destination, BlockRef block, List<Long> sequences, List<StoredEntry> entries) {
        Optional<PlannedBlock> fresh = recent.find(destination, block);
        if (fresh.isPresent()) {
            sequences.forEach(sequence -> entries.add(fresh.get().entry(sequence)));
            return;
        }
        blocks.read(block)
                .ifPresent(placed -> sequences.forEach(sequence ->
                        entries.add(placed.head().entry((int) (sequence - block.firstSequence()), placed.place()))));
    }

    OptionalLong firstOwed(int id, long fromSequence) {
        return model.subscription(id)
                .map(subscription -> subscription.firstOwed(fromSequence))
                .orElse(OptionalLong.empty());
    }

    long owedCount(int id) {
        return model.subscription(id).map(SubscriptionState::owedCount).orElse(0L);
    }

    long nextSequence(int id) {
        return model.destination(id).map(DestinationState::published).orElse(1L);
    }

    StoredEntry entry(int destination, long sequence) {
        BlockRef block = block(destination, sequence);
        Optional<PlannedBlock> fresh = recent.find(destination, block);
        if (fresh.isPresent()) {
            return fresh.get().entry(sequence);
        }
        BlockReader.Placed placed = placed(destination, sequence, block);
        return placed.head().entry((int) (sequence - block.firstSequence()), placed.place());
    }

    byte[] payload(int destination, long sequence) {
        BlockRef block = block(destination, sequence);
        Optional<PlannedBlock> fresh = recent.find(destination, block);
        if (fresh.isPresent()) {
            return fresh.get().message(sequence).payload();
        }
        BlockReader.Placed placed = placed(destination, sequence, block);
        return blocks.payload(destination, block, placed, sequence).orElseThrow(() -> notFound(destination, sequence));
    }

    private BlockRef block(int destination, long sequence) {
        Optional<DestinationState> state = model.destination(destination);
        if (state.isEmpty()) {
            throw new StoreException(Reason.NOT_FOUND, "There is no destination " + destination);
        }
        if (sequence >= state.get().published()) {
            throw notFound(destination, sequence);
        }
        return model.directory()
                .atOrAfter(destination, sequence)
                .filter(block -> block.holds(sequence))
                .orElseThrow(() -> notFound(destination, sequence));
    }

    private BlockReader.Placed placed(int destination, long sequence, BlockRef block) {
        BlockReader.Placed placed = blocks.read(block).orElseThrow(() -> notFound(destination, sequence));
        boolean persistent = placed.head().persistent((int) (sequence - block.firstSequence()));
        if (!persistent && model.isLost(block)) {
            throw new StoreException(
                    Reason.NOT_FOUND,
                    "Message " + sequence + " of destination " + destination
                            + " was not persistent and did not survive a crash");
        }
        return placed;
    }

    private static StoreException notFound(int destination, long sequence) {
        return new StoreException(
                Reason.NOT_FOUND,
                "Destination " + destination + " has no message with sequence " + sequence
                        + ": it was never stored, or it was settled and its retention is over");
    }
}
