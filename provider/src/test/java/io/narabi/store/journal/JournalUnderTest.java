package io.narabi.store.journal;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.Store;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnderTest;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A journal on a machine without threads, whose disk loses what a crash may lose. */
final class JournalUnderTest implements StoreUnderTest {

    static final Path DIRECTORY = Path.of("/narabi/data");

    private final CrashPolicy policy;
    private final JournalOptions options;
    private SimulatedEnvironment environment;
    private JournalStore store;

    /** On this machine, where the test has made the directory what it is. */
    static JournalUnderTest on(SimulatedEnvironment environment) {
        return new JournalUnderTest(environment, CrashPolicy.LOSE_ALL, UnaryOperator.identity());
    }

    /** Tasks run at once, a crash loses what the policy says. */
    JournalUnderTest(long seed, CrashPolicy policy, UnaryOperator<JournalOptions> change) {
        this(SimulatedEnvironment.inline(seed), policy, change);
    }

    JournalUnderTest(SimulatedEnvironment environment, CrashPolicy policy, UnaryOperator<JournalOptions> change) {
        this.environment = environment;
        this.policy = policy;
        this.options = change.apply(JournalOptions.in(DIRECTORY).withSegmentSize(4 << 10));
        this.store = new JournalStore(environment, options);
        store.open();
    }

    SimulatedEnvironment environment() {
        return environment;
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Set<Restart> survives() {
        return EnumSet.allOf(Restart.class);
    }

    @Override
    public StoreState reopen(Restart how) {
        if (how == Restart.CLEAN) {
            store.close();
        } else {
            environment = environment.crash(policy);
        }
        return start();
    }

    /** Opens the journal on the machine as it is now. */
    StoreState start() {
        store = new JournalStore(environment, options);
        return store.open();
    }

    @Override
    public <T> T await(CompletableFuture<T> future) {
        // Where tasks do not run at once.
        environment.runUntilIdle();
        return StoreUnderTest.super.await(future);
    }

    /** The machine goes down. */
    void crash(CrashPolicy how) {
        environment = environment.crash(how);
    }

    @Override
    public void close() {
        store.close();
        if (!environment.failures().isEmpty()) {
            throw new AssertionError(
                    "A task failed: " + environment.failures(),
                    environment.failures().get(0));
        }
    }
}
