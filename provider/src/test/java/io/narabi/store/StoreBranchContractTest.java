package io.narabi.store;

import static io.narabi.store.StoreRecords.branch;
import static io.narabi.store.StoreRecords.destination;
import static io.narabi.store.StoreRecords.message;
import static io.narabi.store.StoreRecords.settle;
import static io.narabi.store.StoreRecords.subscription;
import static io.narabi.store.StoreRecords.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreState.PreparedBranch;
import io.narabi.store.StoreUnderTest.Restart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every store must do with prepared XA branches. */
public abstract class StoreBranchContractTest extends StoreTest {

    @Test
    void messagesOfABranchGetTheirSequencesWhenItIsCommitted() {
        store(destination(1), destination(2), subscription(1, 1), subscription(2, 2));
        assertThat(store(
                        new Prepare(branch(1), List.of(message(1, 3, "x1"), message(2, 0, "x2"), message(1, 3, "x3")))))
                .isEmpty();
        assertThat(owed(1)).isEmpty();
        assertThat(store().nextSequence(1)).isEqualTo(1);
        store(message(1, 3, "meanwhile"));
        assertThat(store(new CommitBranch(branch(1))))
                .containsExactly(new Placement(1, 3, 2, 1), new Placement(2, 0, 1, 0), new Placement(1, 3, 3, 2));
        assertThat(owed(1)).containsExactly(1L, 2L, 3L);
        assertThat(owed(2)).containsExactly(1L);
        assertThat(text(store().payload(1, 1))).isEqualTo("meanwhile");
        assertThat(text(store().payload(1, 2))).isEqualTo("x1");
        assertThat(text(store().payload(2, 1))).isEqualTo("x2");
        assertThat(text(store().payload(1, 3))).isEqualTo("x3");
        assertThat(store().entry(1, 3)).isEqualTo(new StoredEntry(3, 3, 2, "group", 4, true, 0, 0, 2));
    }

    @Test
    void settlementsOfABranchTakeEffectWhenItIsCommitted() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        store(message(1, "a"), message(1, "b"), message(1, "c"));
        store(new Prepare(branch(1), List.of(settle(1, 1, 2), message(1, "d"), settle(2, 3))));
        assertThat(owed(1)).containsExactly(1L, 2L, 3L);
        assertThat(owed(2)).containsExactly(1L, 2L, 3L);
        store(settle(1, 2));
        assertThat(store(new CommitBranch(branch(1))))
                .extracting(Placement::sequence)
                .containsExactly(4L);
        assertThat(owed(1)).containsExactly(3L, 4L);
        assertThat(owed(2)).containsExactly(1L, 2L, 4L);
        assertThat(tested().state().prepared()).isEmpty();
    }

    @Test
    void rolledBackBranchLeavesNothing() {
        store(destination(1), subscription(1, 1));
        store(message(1, "a"));
        store(new Prepare(branch(1), List.of(settle(1, 1), message(1, "never"))));
        assertThat(store(new RollbackBranch(branch(1)))).isEmpty();
        assertThat(owed(1)).containsExactly(1L);
        assertThat(store().nextSequence(1)).isEqualTo(2);
        assertThat(tested().state().prepared()).isEmpty();
        assertFails(Reason.REFUSED, () -> store(new CommitBranch(branch(1))));
    }

    @Test
    void branchEndsOnce() {
        store(destination(1), subscription(1, 1));
        store(new Prepare(branch(1), List.of(message(1, "a"))));
        assertFails(Reason.REFUSED, () -> store(new Prepare(branch(1), List.of(message(1, "b")))));
        assertFails(Reason.REFUSED, () -> store(new CommitBranch(branch(2))));
        store(new CommitBranch(branch(1)));
        assertFails(Reason.REFUSED, () -> store(new CommitBranch(branch(1))));
        assertFails(Reason.REFUSED, () -> store(new RollbackBranch(branch(1))));
        assertThat(owed(1)).containsExactly(1L);
        store(new Prepare(branch(1), List.of(message(1, "the identifier may come again"))));
        store(new CommitBranch(branch(1)));
        assertThat(owed(1)).containsExactly(1L, 2L);
    }

    @Test
    void branchesAreToldApartByAllPartsOfTheirIdentifiers() {
        store(destination(1), subscription(1, 1));
        BranchId one = new BranchId(1, new byte[] {1}, new byte[] {1});
        List<BranchId> others = List.of(
                new BranchId(2, new byte[] {1}, new byte[] {1}),
                new BranchId(1, new byte[] {1, 1}, new byte[0]),
                new BranchId(1, new byte[] {1}, new byte[] {2}),
                new BranchId(-1, new byte[64], new byte[64]));
        store(new Prepare(one, List.of(message(1, "one"))));
        for (BranchId other : others) {
            assertFails(Reason.REFUSED, () -> store(new CommitBranch(other)));
            store(new Prepare(other, List.of(message(1, other.toString()))));
        }
        store(new CommitBranch(others.get(1)));
        store(new CommitBranch(new BranchId(1, new byte[] {1}, new byte[] {1})));
        assertThat(text(store().payload(1, 1))).isEqualTo(others.get(1).toString());
        assertThat(text(store().payload(1, 2))).isEqualTo("one");
        assertThat(tested().state().prepared()).hasSize(3);
    }

    @Test
    void emptyBranch() {
        store(new Prepare(branch(1), List.of()));
        assertThat(store(new CommitBranch(branch(1)))).isEmpty();
    }

    @Test
    void whatWasDroppedMeanwhileIsLeftOut() {
        store(destination(1), destination(2), subscription(1, 1), subscription(2, 1), subscription(3, 2));
        store(message(1, "a"));
        store(new Prepare(branch(1), List.of(message(2, "to what goes"), message(1, "b"), settle(2, 1), settle(1, 1))));
        store(new DropDestination(2), new DropSubscription(2));
        assertThat(store(new CommitBranch(branch(1)))).containsExactly(new Placement(1, 0, 2, 1));
        assertThat(owed(1)).containsExactly(2L);
    }

    @Test
    void stateTellsPreparedBranchesInOrder() {
        store(destination(1), subscription(1, 1));
        store(message(1, "a"), message(1, "b"), message(1, "c"));
        store(new Prepare(branch(2), List.of(settle(1, 1, 3), message(1, "d"), message(1, "e"))));
        store(new Prepare(branch(1), List.of()));
        store(new Prepare(branch(3), List.of(settle(1, 2), settle(1, 3))));
        store(new RollbackBranch(branch(1)));
        assertPrepared(tested().state());
        for (Restart restart : tested().survives()) {
            assertPrepared(tested().reopen(restart));
            assertThat(owed(1)).containsExactly(1L, 2L, 3L);
        }
        assertThat(store(new CommitBranch(branch(2))))
                .extracting(Placement::sequence)
                .hasSize(2)
                .isSorted()
                .allMatch(sequence -> sequence >= 4);
        store(new RollbackBranch(branch(3)));
        assertThat(tested().state().prepared()).isEmpty();
        for (Restart restart : tested().survives()) {
            assertThat(tested().reopen(restart).prepared()).isEmpty();
        }
        assertThat(store().owed(1, 0, 10))
                .extracting(entry -> text(store().payload(1, entry.sequence())))
                .containsExactly("b", "d", "e");
    }

    private static void assertPrepared(StoreState state) {
        assertThat(state.prepared()).extracting(PreparedBranch::branch).containsExactly(branch(2), branch(3));
        PreparedBranch first = state.prepared().get(0);
        assertThat(first.messages()).isEqualTo(2);
        assertThat(first.settles()).hasSize(1);
        assertThat(first.settles().get(0).subscription()).isEqualTo(1);
        assertThat(first.settles().get(0).sequences()).containsExactly(1, 3);
        PreparedBranch second = state.prepared().get(1);
        assertThat(second.messages()).isZero();
        assertThat(second.settles().stream().flatMapToLong(settle -> java.util.Arrays.stream(settle.sequences())))
                .containsExactlyInAnyOrder(2L, 3L);
    }
}
