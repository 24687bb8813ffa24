package io.narabi.store.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** After a crash: messages that do not survive one are owed to nobody. */
final class LostMessages {

    private LostMessages() {}

    /** Settles those of earlier epochs. To be called by recovery. */
    static void settle(Model model, BlockReader blocks, long now) {
        for (DestinationState destination : model.destinations()) {
            List<BlockRef> affected = new ArrayList<>();
            model.directory().forEachVolatile(destination.id, block -> {
                boolean owed = destination.subscriptions.stream()
                        .anyMatch(subscription -> subscription.unsettledOf(block) > 0);
                if (owed && model.isLost(block)) {
                    affected.add(block);
                }
            });
            for (BlockRef block : affected) {
                long[] lost = lost(block, blocks);
                destination.subscriptions.forEach(subscription -> subscription.settle(lost, now));
            }
        }
    }

    private static long[] lost(BlockRef block, BlockReader blocks) {
        Optional<BlockReader.Placed> placed = blocks.read(block);
        if (placed.isEmpty()) {
            return new long[0];
        }
        BlockHead head = placed.get().head();
        long[] lost = new long[head.count()];
        int count = 0;
        for (int i = 0; i < head.count(); i++) {
            if (!head.persistent(i)) {
                lost[count++] = block.firstSequence() + i;
            }
        }
        return java.util.Arrays.copyOf(lost, count);
    }
}
