package io.narabi.samples.searchsync.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class ResultTest {

    private static Properties status(String phase) {
        Properties status = new Properties();
        status.setProperty("phase", phase);
        return status;
    }

    private static Properties done() {
        Properties status = status("DONE");
        status.setProperty("messages", "100");
        status.setProperty("groups", "20");
        status.setProperty("redeliveries", "7");
        status.setProperty("deadLettered", "3");
        status.setProperty("outOfOrder", "0");
        status.setProperty("messagesPerSecond", "1234");
        return status;
    }

    @Test
    void aGoodRunHasItsNumbersInOneLineAndStatusZero() {
        Result result = Result.of(done());
        assertThat(result.summary())
                .contains(
                        "narabi demo: 100 messages, 20 groups, 7 redeliveries, 3 dead-lettered, 0 out of order, 1234 msg/s");
        assertThat(result.exitStatus()).isZero();
    }

    @Test
    void anyProblemIsShownAndIsAnotherStatus() {
        Properties status = done();
        for (int i = 1; i <= 25; i++) {
            status.setProperty("problem." + i, "p" + i);
        }
        Result result = Result.of(status);
        assertThat(result.exitStatus()).isNotZero();
        assertThat(result.summary()).isPresent();
        assertThat(result.shownProblems())
                .hasSize(21)
                .startsWith("WRONG: p1")
                .endsWith("WRONG: p20", "WRONG: and 5 more");
    }

    @Test
    void aRunThatFailedHasNoNumbers() {
        Properties status = status("FAILED");
        status.setProperty("failure", "There is no git repository at /x");
        assertThat(Result.isEnd(status)).isTrue();
        Result result = Result.of(status);
        assertThat(result.exitStatus()).isNotZero();
        assertThat(result.summary()).isEmpty();
        assertThat(result.shownProblems()).containsExactly("WRONG: There is no git repository at /x");
    }

    @Test
    void aRunUnderWayIsNotOver() {
        assertThat(Result.isEnd(status("APPLYING"))).isFalse();
    }
}
