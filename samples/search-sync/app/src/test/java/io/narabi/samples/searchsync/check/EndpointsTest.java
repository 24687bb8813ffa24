package io.narabi.samples.searchsync.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.plan.SyncPlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two endpoints, a delay of 10. */
class EndpointsTest {

    private static final SyncPlan PLAN = Deliveries.plan(Map.of("bad", 9, "a", 8, "b", 8, "c", 8));

    private static Endpoints read(Deliveries log) {
        return new Endpoints(PLAN, log.list(), log.sentTimes(), 2, Duration.ofMillis(10));
    }

    private static Interval time(long from, long to) {
        return new Interval(Deliveries.nanos(from), Deliveries.nanos(to));
    }

    @Test
    void anEndpointIsFreeWhileFewerDeliveriesRunThanThereAreEndpoints() {
        Endpoints log = read(new Deliveries()
                .committed("a", 1, 1, 10, 20)
                .committed("b", 1, 1, 15, 30)
                .committed("c", 1, 1, 21, 25)
                .committed("a", 2, 1, 25, 28));
        assertThat(log.isFreeThroughout(time(0, 15))).isTrue();
        assertThat(log.isFreeThroughout(time(14, 16))).isFalse();
        assertThat(log.isFreeThroughout(time(16, 19))).isFalse();
        assertThat(log.isFreeThroughout(time(20, 21))).isTrue();
        assertThat(log.isFreeThroughout(time(20, 22))).isFalse();
        assertThat(log.isFreeThroughout(time(19, 21))).isFalse();
        assertThat(log.isFreeThroughout(time(22, 27))).isFalse();
        assertThat(log.isFreeThroughout(time(28, 99))).isTrue();
    }

    @Test
    void aChangeIsReadyFromItsSendToItsDelivery() {
        Endpoints log = read(new Deliveries().sent("a", 1, 10).committed("a", 1, 1, 20, 21));
        assertThat(log.isReadyThroughout(time(10, 20))).isTrue();
        assertThat(log.isReadyThroughout(time(9, 20))).isFalse();
        assertThat(log.isReadyThroughout(time(10, 21))).isFalse();
    }

    @Test
    void notBeforeTheDeliveryBeforeItIsOver() {
        Endpoints log = read(new Deliveries()
                .sent("a", 1, 0)
                .sent("a", 2, 0)
                .committed("a", 1, 1, 1, 20)
                .committed("a", 2, 1, 30, 31));
        assertThat(log.isReadyThroughout(time(20, 30))).isTrue();
        assertThat(log.isReadyThroughout(time(19, 30))).isFalse();
    }

    @Test
    void notBeforeItsDelayIsOver() {
        Endpoints log =
                read(new Deliveries().sent("a", 1, 0).failed("a", 1, 1, 1, 5).committed("a", 1, 2, 30, 31));
        assertThat(log.isReadyThroughout(time(15, 30))).isTrue();
        assertThat(log.isReadyThroughout(time(14, 30))).isFalse();
    }

    @Test
    void oneChangeMustBeReadyAllTheTimeAndNotTheFailingPathsOwn() {
        Endpoints log = read(new Deliveries()
                .sent("a", 1, 0)
                .sent("b", 1, 9)
                .sent("c", 1, 5)
                .sent("bad", 1, 0)
                .committed("a", 1, 1, 10, 11)
                .committed("b", 1, 1, 20, 21)
                .committed("c", 1, 1, 20, 21)
                .failed("bad", 1, 1, 40, 41));
        assertThat(log.isReadyThroughout(time(0, 20))).isFalse();
        assertThat(log.isReadyThroughout(time(5, 20))).isTrue();
        assertThat(log.isReadyThroughout(time(25, 26))).isFalse();
    }
}
