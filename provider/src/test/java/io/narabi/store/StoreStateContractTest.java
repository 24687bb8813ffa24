package io.narabi.store;

import static io.narabi.store.StoreRecords.RETENTION;
import static io.narabi.store.StoreRecords.destination;
import static io.narabi.store.StoreRecords.message;
import static io.narabi.store.StoreRecords.settle;
import static io.narabi.store.StoreRecords.subscription;
import static io.narabi.store.StoreRecords.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.StoreUnderTest.Restart;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What every store must find again: at once, and after each restart that it survives. */
public abstract class StoreStateContractTest extends StoreTest {

    /** Checks the state as it would be found, and as it is found after each kind of restart, one after another. */
    private void always(Consumer<StoreState> check) {
        check.accept(tested().state());
        for (Restart restart : tested().survives()) {
            check.accept(tested().reopen(restart));
        }
    }

    @Test
    void newStoreIsEmpty() {
        always(state -> {
            assertThat(state.destinations()).isEmpty();
            assertThat(state.subscriptions()).isEmpty();
            assertThat(state.attempts()).isEmpty();
            assertThat(state.laneMarks()).isEmpty();
            assertThat(state.prepared()).isEmpty();
        });
    }

    @Test
    void stateTellsWhetherTheEndWasACrash() {
        store(destination(1));
        for (Restart restart : tested().survives()) {
            assertThat(tested().reopen(restart).afterCrash()).isEqualTo(restart == Restart.CRASH);
            assertThat(tested().reopen(restart).afterCrash())
                    .as("with nothing stored in between")
                    .isEqualTo(restart == Restart.CRASH);
        }
        assertThat(tested().state().afterCrash()).isFalse();
    }

    @Test
    void definitionsAreFoundAsLastDefined() {
        DefineDestination changedDestination = new DefineDestination(2, "renamed", Map.of("a", "", "ü", "並び"), 0);
        DefineSubscription changedSubscription = new DefineSubscription(2, 2, "renamed", Map.of("x", "y"));
        store(destination(1), destination(2), destination(3));
        store(subscription(1, 1), subscription(2, 2), subscription(3, 3), subscription(4, 1));
        store(changedDestination, changedSubscription, new DropDestination(3), new DropSubscription(4));
        always(state -> {
            assertThat(state.destinations()).containsExactlyInAnyOrder(destination(1), changedDestination);
            assertThat(state.subscriptions()).containsExactlyInAnyOrder(subscription(1, 1), changedSubscription);
        });
    }

    @Test
    void whatIsOwedIsFoundAgain() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        store(message(1, 3, "a"), message(1, "b"), message(1, "c"));
        store(new Settle(1, new long[] {1}, Settlement.DEAD_LETTERED));
        store(new Settle(1, new long[] {3}, Settlement.EXPIRED), new Settle(2, new long[] {2}, Settlement.DISCARDED));
        List<StoredEntry> before = store().owed(2, 0, 10);
        always(state -> {
            assertThat(owed(1)).containsExactly(2L);
            assertThat(store().owed(2, 0, 10)).isEqualTo(before);
            assertThat(text(store().payload(1, 1))).isEqualTo("a");
            assertThat(text(store().payload(1, 2))).isEqualTo("b");
            assertThat(text(store().payload(1, 3))).isEqualTo("c");
        });
        Placement next = store(message(1, 3, "d")).get(0);
        assertThat(next.sequence()).isGreaterThanOrEqualTo(4);
        assertThat(next.offset()).isGreaterThanOrEqualTo(1);
        assertThat(owed(1)).containsExactly(2L, next.sequence());
        always(state -> assertThat(owed(1)).containsExactly(2L, next.sequence()));
    }

    @Test
    void attemptsOfWhatIsNotSettledAreFoundAgain() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        store(message(1, "a"), message(1, "b"), message(1, "c"), message(1, "d"));
        store(new AttemptMark(1, 1000), new Attempt(1, 1, 1), new Attempt(1, 2, 1), new Attempt(1, 3, 2));
        store(new Attempt(1, 1, 2), new Attempt(1, 4, 5), new Attempt(2, 1, 7));
        store(new Attempt(1, 4, 0), settle(1, 2));
        store(new AttemptMark(1, 2000));
        store(new Attempt(1, 2, 3), new Attempt(1, 77, 3));
        always(state -> assertThat(state.attempts())
                .containsOnly(
                        Map.entry(1, new Attempts(2000, Map.of(1L, 2, 3L, 2, 4L, 0))),
                        Map.entry(2, new Attempts(0, Map.of(1L, 7)))));
        store(settle(1, 1, 3, 4), new AttemptMark(1, 0), new DropSubscription(2));
        always(state -> assertThat(state.attempts()).containsOnly(Map.entry(1, new Attempts(0, Map.of()))));
    }

    @Test
    void laneMarksAreFoundUntilTheirSequenceIsSettled() {
        store(destination(1), subscription(1, 1), subscription(2, 1));
        store(message(1, "a"), message(1, "b"), message(1, "c"));
        LaneMark longest = new LaneMark(1, "g1", 1, 3);
        LaneMark otherKind = new LaneMark(1, "g1", 2, 2);
        LaneMark otherSubscription = new LaneMark(2, "g1", 1, 1);
        LaneMark ofTheFuture = new LaneMark(1, "g2", 1, 4);
        store(new LaneMark(1, "g1", 1, 1), otherKind, otherSubscription);
        store(longest, ofTheFuture);
        store(settle(1, 1));
        store(new LaneMark(1, "g3", 1, 1));
        always(state -> assertThat(state.laneMarks())
                .containsExactlyInAnyOrder(longest, otherKind, otherSubscription, ofTheFuture));
        store(settle(1, 2, 3), message(1, "d"));
        always(state -> assertThat(state.laneMarks()).containsExactlyInAnyOrder(otherSubscription, ofTheFuture));
        store(settle(1, 4), new DropSubscription(2));
        always(state -> assertThat(state.laneMarks()).isEmpty());
    }

    @Test
    void laneMarkIsTakenBackByOneAboutWhatIsSettled() {
        store(destination(1), subscription(1, 1));
        store(message(1, "a"));
        store(new LaneMark(1, "g1", 1, 1), new LaneMark(1, "g2", 1, 1));
        store(new LaneMark(1, "g1", 1, 0));
        always(state -> assertThat(state.laneMarks()).containsExactly(new LaneMark(1, "g2", 1, 1)));
    }

    @Test
    void nonPersistentMessageSurvivesACleanClose() {
        assumeThat(tested().survives()).contains(Restart.CLEAN);
        store(destination(1), subscription(1, 1));
        store(nonPersistent("a"), message(1, "b"));
        tested().reopen(Restart.CLEAN);
        assertThat(owed(1)).containsExactly(1L, 2L);
        assertThat(text(store().payload(1, 1))).isEqualTo("a");
        tested().reopen(Restart.CLEAN);
        assertThat(owed(1)).containsExactly(1L, 2L);
    }

    @Test
    void nonPersistentMessageIsNotDeliveredAfterACrash() {
        assumeThat(tested().survives()).contains(Restart.CRASH);
        store(destination(1), subscription(1, 1));
        store(nonPersistent("a"), message(1, "b"), nonPersistent("c"));
        store(new Attempt(1, 1, 2));
        StoreState state = tested().reopen(Restart.CRASH);
        assertThat(owed(1)).containsExactly(2L);
        assertThat(state.attempts().get(1).recorded()).isEmpty();
        assertThat(store(message(1, "d")).get(0).sequence())
                .as("sequences are never used again")
                .isGreaterThanOrEqualTo(4);
    }

    @Test
    void nonPersistentMessageFromBeforeACleanCloseIsNotDeliveredAfterALaterCrash() {
        assumeThat(tested().survives()).contains(Restart.CLEAN, Restart.CRASH);
        store(destination(1), subscription(1, 1));
        store(nonPersistent("a"), message(1, "b"));
        tested().reopen(Restart.CLEAN);
        tested().reopen(Restart.CRASH);
        assertThat(owed(1)).containsExactly(2L);
        tested().reopen(Restart.CLEAN);
        assertThat(owed(1)).containsExactly(2L);
    }

    private static NewMessage nonPersistent(String text) {
        NewMessage persistent = message(1, text);
        return new NewMessage(1, 0, "", 4, false, 0, 0, persistent.payload());
    }

    @Test
    void retentionIsKeptWithTheDestination() {
        store(new DefineDestination(1, "kept", Map.of(), RETENTION), subscription(1, 1));
        store(message(1, "a"));
        store(settle(1, 1));
        always(state -> {
            assertThat(state.destinations().get(0).retentionMillis()).isEqualTo(RETENTION);
            assertThat(text(store().payload(1, 1))).isEqualTo("a");
        });
    }
}
