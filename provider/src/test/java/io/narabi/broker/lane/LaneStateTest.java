package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.broker.lane.LaneState.Event;
import io.narabi.broker.lane.RandomRun.Scope;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table of steps: each that is listed is taken, none that is not. */
class LaneStateTest {

    private static final int MOST_RUNS = 400;

    /** Random runs, from fixed seeds, until all are seen: a few dozen as a rule. */
    @Test
    void everyListedStepIsTaken() {
        Set<String> missing = new TreeSet<>();
        LaneState.table().forEach((from, row) -> row.keySet().forEach(event -> missing.add(from + " " + event)));
        for (long seed = 0; seed < MOST_RUNS && !missing.isEmpty(); seed++) {
            Random random = new Random(seed);
            Scope scope = new Scope(true, false, true, true, false);
            RandomRun run = new RandomRun(
                    random, scope, RandomRun.options(random), (from, event) -> missing.remove(from + " " + event));
            run.run(150);
            run.finish();
        }

        assertThat(missing).isEmpty();
    }

    @Test
    void unlistedStepIsRefused() {
        assertThatThrownBy(() -> LaneState.HALTED.after(Event.HAND_OVER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("HALTED")
                .hasMessageContaining("HAND_OVER");
    }

    @Test
    void everyStateIsReachedAndLeft() {
        for (LaneState state : LaneState.values()) {
            assertThat(LaneState.table()).containsKey(state);
            assertThat(LaneState.table().values())
                    .anySatisfy(row -> assertThat(row).containsValue(state));
        }
    }
}
