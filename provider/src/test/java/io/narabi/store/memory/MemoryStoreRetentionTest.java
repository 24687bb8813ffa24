package io.narabi.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.StoreException;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settled messages go when their retention is over, not before, and what is owed stays. */
class MemoryStoreRetentionTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
    private final MemoryStoreUnderTest tested = new MemoryStoreUnderTest(environment, () -> {});

    @BeforeEach
    void define() {
        define(HOUR.multipliedBy(10));
        tested.store(new DefineSubscription(1, 1, "s1", Map.of()), new DefineSubscription(2, 1, "s2", Map.of()));
        for (int i = 0; i < 3; i++) {
            tested.store(new NewMessage(1, 0, "", 4, true, 0, 0, new byte[100]));
        }
    }

    private void define(Duration retention) {
        tested.store(new DefineDestination(1, "d", Map.of(), retention.toMillis()));
    }

    private void settle(int subscription, long... sequences) {
        tested.store(new Settle(subscription, sequences, Settlement.ACKNOWLEDGED));
    }

    private void assertGone(long sequence) {
        assertThatThrownBy(() -> tested.store().payload(1, sequence)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> tested.store().entry(1, sequence))
                .hasMessageContaining("retention is over")
                .extracting("reason")
                .isEqualTo(StoreException.Reason.NOT_FOUND);
    }

    private void assertThere(long sequence) {
        assertThat(tested.store().payload(1, sequence)).hasSize(100);
    }

    @Test
    void settledMessageIsKeptAsLongAsSaidFromItsLastSettlement() {
        settle(1, 1);
        environment.advance(HOUR.multipliedBy(20));
        assertThere(1);
        settle(2, 1);
        environment.advance(HOUR.multipliedBy(10).minusMillis(1));
        assertThere(1);
        environment.advance(Duration.ofMillis(1));
        assertGone(1);
        assertThere(2);
        assertThat(tested.store().status().bytes()).isEqualTo(200);
        assertThat(environment.failures()).isEmpty();
    }

    @Test
    void messagesGoOneAfterAnother() {
        settle(1, 1, 2, 3);
        settle(2, 2);
        environment.advance(HOUR);
        settle(2, 1);
        environment.advance(HOUR.multipliedBy(9));
        assertGone(2);
        assertThere(1);
        environment.advance(HOUR);
        assertGone(1);
        environment.advance(HOUR.multipliedBy(100));
        assertThere(3);
        assertThat(tested.store().owed(2, 0, 10)).hasSize(1);
    }

    @Test
    void droppedSubscriptionCountsAsSettled() {
        settle(1, 1);
        tested.store(new DropSubscription(2));
        environment.advance(HOUR.multipliedBy(10));
        assertGone(1);
        assertThere(2);
    }

    @Test
    void messageOwedToNobodyGoes() {
        tested.store(new DropSubscription(1), new DropSubscription(2));
        environment.advance(HOUR);
        tested.store(new NewMessage(1, 0, "", 4, true, 0, 0, new byte[100]));
        environment.advance(HOUR.multipliedBy(9));
        assertGone(3);
        assertThere(4);
        environment.advance(HOUR);
        assertGone(4);
        assertThat(tested.store().nextSequence(1)).isEqualTo(5);
    }

    @Test
    void noRetention() {
        define(Duration.ZERO);
        settle(1, 1, 2);
        settle(2, 1);
        assertGone(1);
        assertThere(2);
    }

    @Test
    void shorterRetentionHoldsAtOnceForWhatIsSettledAlready() {
        settle(1, 1);
        settle(2, 1);
        environment.advance(HOUR);
        define(HOUR.multipliedBy(2));
        environment.advance(HOUR.minusMillis(1));
        assertThere(1);
        environment.advance(Duration.ofMillis(1));
        assertGone(1);
    }

    @Test
    void longerRetentionHoldsForWhatIsStillThere() {
        settle(1, 1);
        settle(2, 1);
        define(HOUR.multipliedBy(20));
        environment.advance(HOUR.multipliedBy(19));
        assertThere(1);
        environment.advance(HOUR);
        assertGone(1);
    }

    @Test
    void wallClockThatJumpsForwardIsSeenWithinAnHour() {
        settle(1, 1);
        settle(2, 1);
        environment.clock().jumpWallClock(HOUR.multipliedBy(10));
        environment.advance(HOUR);
        assertGone(1);
    }

    @Test
    void closedStoreCleansNothing() {
        settle(1, 1);
        settle(2, 1);
        tested.close();
        environment.advance(HOUR.multipliedBy(20));
        assertThat(environment.failures()).isEmpty();
        assertThatThrownBy(() -> tested.store().payload(1, 1)).hasMessageContaining("closed");
    }
}
