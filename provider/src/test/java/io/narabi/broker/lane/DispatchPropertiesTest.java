package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.broker.lane.RandomRun.Scope;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * The promises of DESIGN §2.3 to §2.12 and §2.15, on random runs of a dispatcher beside {@link ReferenceModel}. A try is one run from one seed
 * with options of its own; jqwik prints how many there were, and its own seed. {@link DispatchWorld} says what is compared at each operation,
 * {@link WorldChecks} what holds after each: exclusive ownership, order within a lane, which lane comes first, attempts, who is told, what is
 * in memory. In the end each message has been settled exactly once.
 */
class DispatchPropertiesTest {

    private static final int STEPS = 120;

    /** The build's runs are the same each time; {@code -Dnarabi.seed=N} makes others. */
    private static final String SEED = "20261130";

    private static final long SHIFT = Long.getLong("narabi.seed", 0);

    @Property(tries = 80, shrinking = ShrinkingMode.OFF, seed = SEED)
    void groupsAndSingleMessages(@ForAll long seed) {
        run(seed, new Scope(false, false, false, false, false));
    }

    @Property(tries = 80, shrinking = ShrinkingMode.OFF, seed = SEED)
    void selectors(@ForAll long seed) {
        run(seed, new Scope(true, false, false, false, false));
    }

    @Property(tries = 80, shrinking = ShrinkingMode.OFF, seed = SEED)
    void priorities(@ForAll long seed) {
        run(seed, new Scope(false, true, false, false, false));
    }

    @Property(tries = 80, shrinking = ShrinkingMode.OFF, seed = SEED)
    void expiryAndDeliveryDelay(@ForAll long seed) {
        run(seed, new Scope(true, false, true, false, false));
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF, seed = SEED)
    void changedOptionsAndRestarts(@ForAll long seed) {
        run(seed, new Scope(true, false, true, true, false));
    }

    @Property(tries = 80, shrinking = ShrinkingMode.OFF, seed = SEED)
    void everythingAtOnce(@ForAll long seed) {
        run(seed, new Scope(true, true, true, true, false));
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF, seed = SEED)
    void backlogsInAnIndexThatFails(@ForAll long seed) {
        run(seed, new Scope(false, false, false, true, true));
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF, seed = SEED)
    void everythingAtOnceWithBacklogs(@ForAll long seed) {
        run(seed, new Scope(true, true, true, true, true));
    }

    private static void run(long drawn, Scope scope) {
        long seed = drawn + SHIFT;
        Random random = new Random(seed);
        RandomRun run = new RandomRun(random, scope, RandomRun.options(random), Transitions.UNSEEN);
        try {
            run.run(STEPS);
            run.finish();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                    "Seed " + seed + ", " + scope + ", " + run.world.model.options + ": " + e.getMessage()
                            + "\nLast operations:\n  " + run.world.history(),
                    e);
        }
        assertThat(run.world.done).hasSize(run.world.appended);
        assertThat(run.world.dispatcher.status().entriesInMemory()).isZero();
    }
}
