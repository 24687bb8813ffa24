package io.narabi.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeIsolationTest {
    private static final String NODE = "node-1";

    /** Begins just before the clock's sign changes, as System.nanoTime may. */
    private long now = Long.MAX_VALUE - 5;

    private final NodeIsolation<String> isolation =
            new NodeIsolation<>(() -> now, Duration.ofMillis(100), Duration.ofMillis(350));

    private void pass(long millis) {
        now += Duration.ofMillis(millis).toNanos();
    }

    @Test
    void isDoubledCappedAndProbed() {
        assertThat(isolation.enter(NODE)).isTrue();
        isolation.failed(NODE);
        List<Integer> periods = new ArrayList<>();
        for (int probe = 0; probe < 5; probe++) {
            int waited = 0;
            while (!isolation.isOpen(NODE)) {
                assertThat(isolation.enter(NODE)).isFalse();
                pass(10);
                waited += 10;
            }
            periods.add(waited);
            assertThat(isolation.enter(NODE)).as("the probe").isTrue();
            assertThat(isolation.enter(NODE)).as("a second one beside it").isFalse();
            isolation.failed(NODE);
        }
        assertThat(periods).containsExactly(100, 200, 350, 350, 350);
    }

    @Test
    void aSuccessfulProbeEndsItAndTheNextFailureBeginsAnew() {
        isolation.failed(NODE);
        pass(100);
        assertThat(isolation.enter(NODE)).isTrue();
        isolation.failed(NODE);
        pass(200);
        assertThat(isolation.enter(NODE)).isTrue();
        isolation.succeeded(NODE);
        assertThat(isolation.enter(NODE)).isTrue();
        assertThat(isolation.enter(NODE)).isTrue();
        isolation.failed(NODE);
        pass(99);
        assertThat(isolation.isOpen(NODE)).isFalse();
        pass(1);
        assertThat(isolation.isOpen(NODE)).isTrue();
    }

    @Test
    void aBurstOfFailuresCountsOnce() {
        for (int i = 0; i < 50; i++) {
            isolation.failed(NODE);
        }
        pass(100);
        assertThat(isolation.isOpen(NODE)).isTrue();
    }

    @Test
    void aFailedGroupedSendAfterThePeriodCountsAsAProbe() {
        isolation.failed(NODE);
        pass(100);
        isolation.failed(NODE);
        pass(199);
        assertThat(isolation.isOpen(NODE)).isFalse();
        pass(1);
        assertThat(isolation.isOpen(NODE)).isTrue();
    }

    @Test
    void aProbeThatNobodyHearsOfIsRepeated() {
        isolation.failed(NODE);
        pass(100);
        assertThat(isolation.enter(NODE)).isTrue();
        pass(99);
        assertThat(isolation.enter(NODE)).isFalse();
        pass(1);
        assertThat(isolation.enter(NODE)).isTrue();
    }

    @Test
    void concernsOneNodeOnly() {
        isolation.failed(NODE);
        assertThat(isolation.isOpen("node-2")).isTrue();
        assertThat(isolation.enter("node-2")).isTrue();
    }

    @Test
    void ungroupedSendsSkipTheNodeAndGroupedOnesDoNotMove() {
        List<String> nodeOfPartition = List.of("node-0", NODE, "node-0", NODE);
        RoundRobin roundRobin = new RoundRobin(() -> 1);
        int before = GroupPlacement.partition("fifoGroup", 4);
        assertThat(nodeOfPartition.get(before)).isEqualTo(NODE);
        isolation.failed(NODE);
        for (int i = 0; i < 20; i++) {
            assertThat(roundRobin.next(4, p -> isolation.isOpen(nodeOfPartition.get(p))))
                    .isIn(0, 2);
        }
        assertThat(GroupPlacement.partition("fifoGroup", 4)).isEqualTo(before);
    }

    @Test
    void refusesPeriodsThatMakeNoSense() {
        assertThatThrownBy(() -> new NodeIsolation<String>(() -> now, Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S and PT1S");
        assertThatThrownBy(() -> new NodeIsolation<String>(() -> now, Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT2S and PT1S");
    }
}
