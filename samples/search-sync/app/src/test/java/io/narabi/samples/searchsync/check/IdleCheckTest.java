package io.narabi.samples.searchsync.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.delivery.Outcome;
import io.narabi.samples.searchsync.plan.SyncPlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two endpoints; bad fails at 10 and comes again at 30: it waits from 11 to 30. */
class IdleCheckTest {

    private static final SyncPlan PLAN = Deliveries.plan(Map.of("bad", 9, "a", 8, "b", 8, "c", 8));

    private static IdleCheck check(Deliveries log) {
        return IdleCheck.of(PLAN, log.list(), log.sentTimes(), 2, Duration.ofMillis(10), Duration.ofMillis(5));
    }

    private static Deliveries bad() {
        return new Deliveries()
                .sent("bad", 1, 0)
                .add("t1", "bad", 1, 1, 10, 11, Outcome.ROLLED_BACK)
                .add("t1", "bad", 1, 2, 30, 31, Outcome.COMMITTED);
    }

    @Test
    void anIdleServerWithNothingReadyIsRight() {
        IdleCheck check = check(bad());
        assertThat(check.waits()).isEqualTo(1);
        assertThat(check.longest()).isEqualTo(Duration.ZERO);
        assertThat(check.idled()).isEmpty();
    }

    @Test
    void aReadyPathThatIsTakenAtOnceIsRight() {
        IdleCheck check = check(bad().sent("a", 1, 12).add("t2", "a", 1, 1, 14, 20, Outcome.COMMITTED));
        assertThat(check.longest()).isEqualTo(Duration.ofMillis(2));
        assertThat(check.idled()).isEmpty();
    }

    @Test
    void aReadyPathThatWaitsForTheFailingOneIsWrong() {
        IdleCheck check = check(bad().sent("a", 1, 12).add("t2", "a", 1, 1, 31, 32, Outcome.COMMITTED));
        assertThat(check.idled())
                .containsExactly("a version 1 was ready with an endpoint free for 18000 µs of a wait of 19000 µs");
    }

    @Test
    void anEndpointThatWaitsForTheFailingPathWhileTheOtherWorksIsWrong() {
        Deliveries log = bad();
        for (int i = 1; i <= 8; i++) {
            log.sent("a", i, 0).sent("b", i, 0).sent("c", i, 0);
        }
        // t2 takes one after the other without a break; t1 does nothing from 11 to 30.
        for (int i = 0; i < 15; i++) {
            log.add("t2", i < 8 ? "a" : "b", i % 8 + 1, 1, 2 * i, 2 * i + 1, Outcome.COMMITTED);
        }
        log.add("t1", "c", 1, 1, 40, 41, Outcome.COMMITTED);
        assertThat(check(log).idled())
                .containsExactly("c version 1 was ready with an endpoint free for 19000 µs of a wait of 19000 µs");
    }

    @Test
    void aReadyPathWaitsRightlyWhileAllEndpointsWork() {
        IdleCheck check = check(bad().sent("a", 1, 0)
                .sent("b", 1, 0)
                .sent("c", 1, 0)
                .add("t1", "a", 1, 1, 12, 28, Outcome.COMMITTED)
                .add("t2", "b", 1, 1, 9, 28, Outcome.COMMITTED)
                .add("t2", "c", 1, 1, 29, 33, Outcome.COMMITTED));
        // The moments between two deliveries on the same thread do not count.
        assertThat(check.longest()).isEqualTo(Duration.ZERO);
        assertThat(check.idled()).isEmpty();
    }

    @Test
    void aPathIsNotReadyBeforeTheOneBeforeItIsOverNorBeforeItsOwnDelayIs() {
        IdleCheck check = check(bad().sent("a", 1, 0)
                .sent("a", 2, 0)
                .add("t2", "a", 1, 1, 1, 27, Outcome.COMMITTED)
                .add("t2", "a", 2, 1, 28, 29, Outcome.COMMITTED)
                .sent("b", 1, 0)
                .add("t3", "b", 1, 1, 1, 16, Outcome.ROLLED_BACK)
                .add("t3", "b", 1, 2, 27, 29, Outcome.COMMITTED));
        assertThat(check.longest()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void whatIdlesWhenTheFailingPathDoesNotWaitIsNotLookedAt() {
        IdleCheck check = check(bad().sent("a", 1, 31).add("t2", "a", 1, 1, 90, 91, Outcome.COMMITTED));
        assertThat(check.idled()).isEmpty();
    }
}
