package io.narabi.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreHistory.Step;
import io.narabi.store.StoreModel.Stored;
import io.narabi.store.StoreState.PreparedBranch;
import io.narabi.store.StoreUnderTest.Restart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Whatever happens to a store, it answers what the definitions say. */
public abstract class StoreModelTest {

    protected abstract StoreUnderTest newStore();

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE, seed = "20261130")
    void answersAsTheModelDoes(@ForAll("histories") List<Step> history) {
        try (StoreUnderTest tested = newStore()) {
            Run run = new Run(tested);
            history.forEach(run::step);
            run.compare();
        }
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return StoreHistory.histories();
    }

    /** One history. */
    private static final class Run {

        private final StoreUnderTest tested;
        private final StoreModel model = new StoreModel();
        private final List<Appended> pending = new ArrayList<>();

        private record Appended(
                Optional<List<Placement>> predicted, CompletableFuture<List<Placement>> done, boolean exactly) {}

        Run(StoreUnderTest tested) {
            this.tested = tested;
        }

        void step(Step step) {
            if (step instanceof Step.Append append) {
                append(StoreHistory.unit(append.operations(), model));
            } else if (step instanceof Step.Compare) {
                compare();
            } else if (step instanceof Step.Reopen reopen && tested.survives().contains(reopen.how())) {
                reopen(reopen.how());
            }
        }

        private void append(StoreUnit unit) {
            boolean exactly = !model.hasCrashed();
            pending.add(new Appended(model.store(unit), tested.append(unit), exactly));
            if (!exactly) {
                // Its numbers must be known before the next unit refers to them.
                await();
            }
        }

        private void await() {
            for (Appended appended : pending) {
                Statistics.label("units").collect(appended.predicted().isPresent() ? "stored" : "refused");
                if (appended.predicted().isEmpty()) {
                    StoreException refused =
                            catchThrowableOfType(StoreException.class, () -> tested.await(appended.done()));
                    assertThat(refused).as("the unit must be refused").isNotNull();
                    assertThat(refused.reason()).isEqualTo(Reason.REFUSED);
                    continue;
                }
                List<Placement> predicted = appended.predicted().get();
                List<Placement> given = tested.await(appended.done());
                if (appended.exactly()) {
                    assertThat(given).isEqualTo(predicted);
                } else {
                    assertNotBefore(given, predicted);
                    model.adopt(predicted, given);
                }
            }
            pending.clear();
        }

        private static void assertNotBefore(List<Placement> given, List<Placement> predicted) {
            assertThat(given).hasSameSizeAs(predicted);
            for (int i = 0; i < given.size(); i++) {
                assertThat(given.get(i).destination())
                        .isEqualTo(predicted.get(i).destination());
                assertThat(given.get(i).partition()).isEqualTo(predicted.get(i).partition());
                assertThat(given.get(i).sequence())
                        .isGreaterThanOrEqualTo(predicted.get(i).sequence());
                assertThat(given.get(i).offset())
                        .isGreaterThanOrEqualTo(predicted.get(i).offset());
            }
        }

        private void reopen(Restart how) {
            await();
            Statistics.label("restarts").collect(how);
            StoreState state = tested.reopen(how);
            if (how == Restart.CRASH) {
                model.crash();
            }
            assertThat(state.afterCrash()).isEqualTo(how == Restart.CRASH);
            compare(state);
            compare();
        }

        void compare() {
            await();
            Store store = tested.store();
            for (int id : model.everDefined()) {
                List<Stored> owed = model.owed(id);
                assertThat(store.owed(id, 0, 100_000))
                        .as("owed to subscription " + id)
                        .isEqualTo(entries(owed, 0, 100_000));
                assertThat(store.owedCount(id)).isEqualTo(owed.size());
                for (long from = 1; from < 12; from += 3) {
                    List<StoredEntry> expected = entries(owed, from, 2);
                    assertThat(store.owed(id, from, 2)).isEqualTo(expected);
                    assertThat(store.firstOwed(id, from))
                            .isEqualTo(
                                    expected.isEmpty()
                                            ? OptionalLong.empty()
                                            : OptionalLong.of(expected.get(0).sequence()));
                }
            }
            for (int id : model.destinations().keySet()) {
                if (model.hasCrashed()) {
                    assertThat(store.nextSequence(id)).isGreaterThanOrEqualTo(model.nextSequence(id));
                } else {
                    assertThat(store.nextSequence(id)).isEqualTo(model.nextSequence(id));
                }
                for (Stored stored : model.stored(id)) {
                    long sequence = stored.place().sequence();
                    assertThat(store.entry(id, sequence)).isEqualTo(stored.entry());
                    assertThat(store.payload(id, sequence))
                            .isEqualTo(stored.message().payload());
                }
            }
            if (tested.survives().isEmpty()) {
                compare(tested.state());
            }
        }

        private void compare(StoreState state) {
            assertThat(state.destinations())
                    .containsExactlyInAnyOrderElementsOf(model.destinations().values());
            assertThat(state.subscriptions())
                    .containsExactlyInAnyOrderElementsOf(model.subscriptions().values());
            assertThat(new TreeMap<>(state.attempts())).isEqualTo(model.attempts());
            assertThat(state.laneMarks()).containsExactlyInAnyOrderElementsOf(model.laneMarks());
            assertThat(texts(state.prepared())).isEqualTo(texts(model.preparedBranches()));
        }

        /** As text, as arrays are not equal by content. */
        private static List<String> texts(List<PreparedBranch> branches) {
            return branches.stream()
                    .map(branch -> branch.branch() + " stores " + branch.messages() + " and settles "
                            + branch.settles().stream()
                                    .map(settle -> settle.subscription() + ":" + Arrays.toString(settle.sequences())
                                            + settle.how())
                                    .toList())
                    .toList();
        }

        private static List<StoredEntry> entries(List<Stored> stored, long from, int max) {
            return stored.stream()
                    .map(Stored::entry)
                    .filter(entry -> entry.sequence() >= from)
                    .limit(max)
                    .toList();
        }
    }
}
