package io.narabi.samples.searchsync.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.plan.SyncPlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Two endpoints. In every 100 ms bad fails at 9, and comes again at 30. Other paths have enough to do all the time; each delivery takes 4
 * ms of every 5 on its endpoint.
 */
class IdleCheckTest {

    private static final int ROUNDS = 50;
    private static final SyncPlan PLAN =
            Deliveries.plan(Map.of("bad", ROUNDS, "a", 9_999, "b", 9_999, "backlog", 9_999));

    private final Deliveries log = new Deliveries();
    private int a;
    private int b;

    private IdleCheck check() {
        log.sent("backlog", 1, 0).committed("backlog", 1, 1, 1_000_000, 1_000_001);
        return IdleCheck.of(PLAN, log.list(), log.sentTimes(), 2, Duration.ofMillis(10));
    }

    private void bad(int round) {
        int begin = 100 * round;
        log.failed("bad", round + 1, 1, begin + 5, begin + 9).committed("bad", round + 1, 2, begin + 30, begin + 34);
    }

    /** The first endpoint, in the round's milliseconds from the one to the other. */
    private void first(int round, int from, int to) {
        for (int at = 100 * round + from; at < 100 * round + to; at += 5) {
            log.committed("a", ++a, 1, at, at + 4);
        }
    }

    /** The second, one step behind, so that both are busy three fifths of the time. */
    private void second(int round, int from, int to) {
        for (int at = 100 * round + from; at < 100 * round + to; at += 5) {
            log.committed("b", ++b, 1, at + 1, at + 5);
        }
    }

    @Test
    void bothEndpointsWorkOnWhileThePathWaits() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
            first(round, 10, 30);
            first(round, 35, 100);
            second(round, 0, 100);
        }
        IdleCheck check = check();
        assertThat(check.result())
                .isEqualTo(
                        "a path was ready and an endpoint free for the whole of 0% of 50 waits of the failing path, and of"
                                + " 0% of 359 equal times without it");
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void anEndpointThatWaitsWithThePathIsAProblem() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
            first(round, 35, 100);
            second(round, 0, 100);
        }
        IdleCheck check = check();
        assertThat(check.result()).contains("100% of 50 waits").contains("of 0% of 343 equal times");
        assertThat(check.problem()).contains("While the failing path waited, others idled: " + check.result());
    }

    @Test
    void aQueueThatWaitsWithThePathIsAProblem() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
            first(round, 35, 100);
            second(round, 35, 100);
        }
        assertThat(check().problem()).isPresent();
    }

    @Test
    void endpointsThatIdleAllTheTimeAreAnotherMatter() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
            first(round, 35, 100);
        }
        IdleCheck check = check();
        assertThat(check.result()).contains("100% of 50 waits").contains("100% of 490 equal times");
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void halfOfTheWaitsAreEnough() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
            first(round, round % 2 == 0 ? 35 : 10, round % 2 == 0 ? 35 : 30);
            first(round, 35, 100);
            second(round, 0, 100);
        }
        assertThat(check().problem()).isPresent();
    }

    @Test
    void twoWaitsAreNoProof() {
        for (int round = 0; round < 2; round++) {
            bad(round);
            first(round, 35, 100);
            second(round, 0, 100);
        }
        IdleCheck check = check();
        assertThat(check.result()).contains("100% of 2 waits").contains("of 0% of 22 equal times");
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void withNothingToCompareWithThereIsNoProof() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
        }
        IdleCheck check = check();
        assertThat(check.result()).contains("100% of 50 waits").contains("of 0% of 0 equal times");
        assertThat(check.problem()).isEmpty();
    }

    @Test
    void aWaitWithNothingReadyDoesNotCount() {
        for (int round = 0; round < ROUNDS; round++) {
            bad(round);
        }
        IdleCheck check = IdleCheck.of(PLAN, log.list(), log.sentTimes(), 2, Duration.ofMillis(10));
        assertThat(check.result()).contains("0% of 0 waits");
        assertThat(check.problem()).isEmpty();
    }
}
