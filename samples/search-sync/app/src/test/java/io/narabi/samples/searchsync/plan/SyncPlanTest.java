package io.narabi.samples.searchsync.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SyncPlanTest {

    @Test
    void thePathWithTheMostVersionsUpToTheLimitFails() {
        SyncPlan plan = SyncPlan.of(changes(Map.of("busy", 201, "b", 200, "a", 200, "few", 3)));
        assertThat(plan.failingPath()).contains("a");
        assertThat(plan.dead()).hasSize(200).allMatch(change -> change.path().equals("a"));
        assertThat(plan.dead()).extracting(Change::version).isSorted();
        assertThat(plan.groups()).isEqualTo(4);
        assertThat(plan.versions())
                .containsEntry("busy", 201)
                .containsEntry("few", 3)
                .hasSize(4);
    }

    @Test
    void nothingFailsAlwaysWhereEveryPathHasTooManyVersions() {
        assertThat(SyncPlan.of(changes(Map.of("busy", 201))).failingPath()).isEmpty();
        assertThat(SyncPlan.of(List.of()).failingPath()).isEmpty();
    }

    @Test
    void theFailingPathFailsAtEveryAttempt() {
        SyncPlan plan = SyncPlan.of(changes(Map.of("a", 2, "b", 1)));
        assertThat(plan.fault(plan.dead().get(0), 1)).isEqualTo(Fault.ALWAYS);
        assertThat(plan.fault(plan.dead().get(1), 3)).isEqualTo(Fault.ALWAYS);
    }

    @Test
    void oneInAHundredOfTheOthersFailsOnceInEitherWay() {
        SyncPlan plan = SyncPlan.of(changes(Map.of("src/A.java", 150, "src/B.java", 10_000, "src/C.java", 10_000)));
        Map<Fault, Integer> first = new EnumMap<>(Fault.class);
        for (Change change : plan.changes()) {
            if (!plan.isFailing(change.path())) {
                first.merge(plan.fault(change, 1), 1, Integer::sum);
                assertThat(plan.fault(change, 2)).isEqualTo(Fault.NONE);
            }
        }
        assertThat(first.get(Fault.THROW) + first.get(Fault.ROLL_BACK)).isBetween(150, 250);
        assertThat(first.get(Fault.THROW)).isBetween(60, 140);
    }

    @Test
    void faultsAreTheSameInEveryRun() {
        Change change = new Change("src/A.java", 7, Operation.MODIFY, "b", "c");
        List<Change> all = changes(Map.of("x", 9));
        assertThat(SyncPlan.of(all).fault(change, 1)).isEqualTo(SyncPlan.of(all).fault(change, 1));
    }

    private static List<Change> changes(Map<String, Integer> versions) {
        List<Change> changes = new ArrayList<>();
        versions.forEach((path, count) -> {
            for (int version = 1; version <= count; version++) {
                changes.add(new Change(path, version, version == 1 ? Operation.ADD : Operation.MODIFY, "b", "c"));
            }
        });
        return changes;
    }
}
