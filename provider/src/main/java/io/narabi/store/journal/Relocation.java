package io.narabi.store.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Blocks that are written again, to the segment that is begun, because the one that they were written to was given up before they were
 * forced. The writer's.
 *
 * <p>While the new segment is begun they are in none: its checkpoint says nothing of them, its next commit holds them.
 */
final class Relocation {

    private final Model model;
    private final List<Move> moves = new ArrayList<>();

    /** A block that is still wanted, and what each subscription is owed of it. */
    private record Move(PlannedBlock block, BlockRef before, List<Debt> debts) {}

    private record Debt(int subscription, long count) {}

    /** Takes the blocks out of the segments that they were in. */
    Relocation(Model model, List<PlannedBlock> blocks) {
        this.model = model;
        for (PlannedBlock block : blocks) {
            takeOut(block);
        }
    }

    private void takeOut(PlannedBlock block) {
        int destination = block.destination();
        Optional<DestinationState> state = model.destination(destination);
        Optional<BlockRef> before = model.directory()
                .atOrAfter(destination, block.firstSequence())
                .filter(found -> found.firstSequence() == block.firstSequence());
        if (before.isEmpty() || state.isEmpty()) {
            return;
        }
        List<Debt> debts = new ArrayList<>();
        for (SubscriptionState subscription : state.get().subscriptions) {
            long count = subscription.unsettledOf(before.get());
            if (count > 0) {
                Debt debt = new Debt(subscription.definition().id(), count);
                debts.add(debt);
                model.segments().owe(before.get(), debt.subscription(), -count);
            }
        }
        moves.add(new Move(block, before.get(), debts));
    }

    /** The new segment could not be begun. */
    void putBack() {
        for (Move move : moves) {
            move.debts().forEach(debt -> model.segments().owe(move.before(), debt.subscription(), debt.count()));
        }
    }

    /** The new segment is there, and they are in it. */
    void putIn(long now) {
        for (Move move : moves) {
            BlockRef after = move.block().event().block();
            model.segments().placed(move.block().destination(), after, now);
            model.directory().replace(move.block().destination(), after);
            for (Debt debt : move.debts()) {
                model.segments().owe(after, debt.subscription(), debt.count());
                model.segments().settled(move.before(), debt.subscription(), 0, now);
            }
        }
    }
}
