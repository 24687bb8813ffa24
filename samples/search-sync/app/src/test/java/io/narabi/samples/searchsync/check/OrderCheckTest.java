package io.narabi.samples.searchsync.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.plan.SyncPlan;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderCheckTest {

    private static final SyncPlan PLAN = Deliveries.plan(Map.of("a", 3, "b", 1));

    private static OrderCheck check(Deliveries log) {
        return OrderCheck.of(PLAN, log.list(), 3);
    }

    /** Complete but for what a test adds: b, and a's versions from the given one. */
    private static Deliveries rest(int from) {
        Deliveries log = new Deliveries().committed("b", 1, 1, 900, 901);
        for (int version = from; version <= 3; version++) {
            log.committed("a", version, 1, 100 * version, 100 * version + 1);
        }
        return log;
    }

    @Test
    void oneAfterTheOtherIsRight() {
        OrderCheck check = check(rest(1));
        assertThat(check.violations()).isEmpty();
        assertThat(check.miscounted()).isEmpty();
    }

    @Test
    void theSameVersionAgainAfterAFailedAttemptIsRight() {
        OrderCheck check =
                check(rest(2).failed("a", 1, 1, 1, 2).failed("a", 1, 2, 3, 4).committed("a", 1, 3, 5, 6));
        assertThat(check.violations()).isEmpty();
        assertThat(check.miscounted()).isEmpty();
    }

    @Test
    void theNextVersionAfterTheLastAttemptIsRight() {
        OrderCheck check =
                check(rest(2).failed("a", 1, 1, 1, 2).failed("a", 1, 2, 3, 4).failed("a", 1, 3, 5, 6));
        assertThat(check.violations()).isEmpty();
    }

    @Test
    void theNextVersionAfterAFailedAttemptIsWrongAndSoIsTheOldOneAfterIt() {
        OrderCheck check = check(rest(3).failed("a", 1, 1, 1, 2)
                .committed("a", 2, 1, 3, 4)
                .committed("a", 1, 2, 5, 6)
                .committed("a", 2, 1, 7, 8));
        assertThat(check.violations())
                .containsExactly(
                        "a version 2, delivery 1, came where version 1 was due",
                        "a version 1, delivery 2, came where version 3 was due");
    }

    @Test
    void aSkippedVersionIsWrong() {
        assertThat(check(rest(3).committed("a", 1, 1, 1, 2)).violations())
                .containsExactly("a version 3, delivery 1, came where version 2 was due");
    }

    @Test
    void aVersionAfterALaterOneIsWrong() {
        OrderCheck check = check(new Deliveries()
                .committed("b", 1, 1, 900, 901)
                .committed("a", 1, 1, 1, 2)
                .committed("a", 3, 1, 3, 4)
                .committed("a", 2, 1, 5, 6)
                .committed("a", 3, 1, 7, 8));
        assertThat(check.violations())
                .containsExactly(
                        "a version 3, delivery 1, came where version 2 was due",
                        "a version 2, delivery 1, came where version 4 was due");
    }

    @Test
    void theSameVersionAgainAfterItWasAppliedIsWrong() {
        assertThat(check(rest(1).committed("a", 2, 2, 250, 251)).violations())
                .containsExactly("a version 2, delivery 2, came where version 3 was due");
    }

    @Test
    void twoAtOnceAreWrong() {
        assertThat(check(rest(3).committed("a", 1, 1, 1, 5).committed("a", 2, 1, 4, 6))
                        .violations())
                .containsExactly("a version 2, delivery 1, began while the delivery before it was still running");
    }

    @Test
    void whatNeverCameIsMissing() {
        assertThat(check(new Deliveries()
                                .committed("b", 1, 1, 1, 2)
                                .committed("a", 1, 1, 3, 4)
                                .failed("a", 2, 1, 5, 6))
                        .violations())
                .containsExactly("a version 2 never came to its end", "a version 3 never came to its end");
        assertThat(check(new Deliveries().committed("a", 1, 1, 1, 2)).violations())
                .contains("b version 1 never came to its end");
    }

    @Test
    void whatWasNeverSentIsWrong() {
        assertThat(check(rest(1).committed("a", 9, 1, 500, 501)).violations())
                .containsExactly("a version 9, delivery 1, came where version 4 was due");
    }

    @Test
    void theDeliveryCountIsTheNumberOfTheAttempt() {
        OrderCheck check = check(rest(2).failed("a", 1, 1, 1, 2).committed("a", 1, 3, 3, 4));
        assertThat(check.violations()).isEmpty();
        assertThat(check.miscounted()).containsExactly("a version 1, delivery 3, was attempt 2");
    }
}
