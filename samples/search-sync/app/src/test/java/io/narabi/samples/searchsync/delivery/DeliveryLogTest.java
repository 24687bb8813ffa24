package io.narabi.samples.searchsync.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryLogTest {

    private static final Change A = new Change("a", 1, Operation.ADD, "blob", "commit");
    private static final Change B = new Change("b", 1, Operation.ADD, "blob", "commit");

    private final DeliveryLog log = new DeliveryLog(3);

    private void deliver(Change change, int attempt, Outcome outcome) {
        DeliveryLog.Running running = log.start(change, attempt);
        running.returned();
        running.ended(outcome);
    }

    @Test
    void deliveriesAreInTheOrderOfTheirCallsWithTheirReturnsInIt() {
        DeliveryLog.Running a = log.start(A, 1);
        DeliveryLog.Running b = log.start(B, 1);
        assertThat(log.running()).isEqualTo(2);
        b.returned();
        b.ended(Outcome.ROLLED_BACK);
        a.returned();
        a.ended(Outcome.COMMITTED);
        assertThat(log.running()).isZero();
        List<Delivery> deliveries = log.deliveries();
        assertThat(deliveries).extracting(Delivery::change).containsExactly(A, B);
        assertThat(deliveries).extracting(Delivery::startOrder).containsExactly(1L, 2L);
        assertThat(deliveries).extracting(Delivery::returnOrder).containsExactly(4L, 3L);
        assertThat(deliveries).extracting(Delivery::outcome).containsExactly(Outcome.COMMITTED, Outcome.ROLLED_BACK);
        assertThat(deliveries).allMatch(d -> d.startNanos() <= d.endNanos());
        assertThat(deliveries)
                .extracting(Delivery::endpoint)
                .containsOnly(Thread.currentThread().getName());
    }

    @Test
    void whatIsAppliedOrFailedForTheLastTimeIsSettledOnce() {
        deliver(A, 1, Outcome.ROLLED_BACK);
        deliver(A, 2, Outcome.ROLLED_BACK);
        assertThat(log.settled()).isZero();
        deliver(A, 3, Outcome.ROLLED_BACK);
        assertThat(log.settled()).isEqualTo(1);
        deliver(B, 1, Outcome.COMMITTED);
        deliver(B, 2, Outcome.COMMITTED);
        assertThat(log.settled()).isEqualTo(2);
    }

    @Test
    void aChangeIsSentWhenItsTransactionHasCommitted() {
        long before = System.nanoTime();
        log.sent(List.of(A));
        assertThat(log.sent()).containsOnlyKeys(A);
        assertThat(log.sent().get(A)).isBetween(before, System.nanoTime());
    }
}
