package io.narabi.samples.searchsync.check;

import static io.narabi.samples.searchsync.check.Deliveries.change;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.history.Change;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadLetterCheckTest {

    private static final List<Change> DUE = List.of(change("bad", 1), change("bad", 2), change("bad", 3));

    @Test
    void allInOrderAndNoOtherIsRight() {
        assertThat(DeadLetterCheck.of(DUE, DUE)).isEmpty();
        assertThat(DeadLetterCheck.of(List.of(), List.of())).isEmpty();
    }

    @Test
    void tooFewTooManyOrOthersAreWrong() {
        assertThat(DeadLetterCheck.of(DUE, DUE.subList(0, 2))).containsExactly("2 dead letters where 3 were due");
        assertThat(DeadLetterCheck.of(List.of(), DUE)).containsExactly("3 dead letters where 0 were due");
        assertThat(DeadLetterCheck.of(DUE, List.of(change("bad", 1), change("bad", 3), change("bad", 2))))
                .singleElement()
                .asString()
                .startsWith("dead letter 2 is");
    }
}
