package io.narabi.store.journal;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.store.StoreBranchContractTest;
import io.narabi.store.StoreContractTest;
import io.narabi.store.StoreStateContractTest;
import io.narabi.store.StoreUnderTest;
import io.narabi.store.StoreUnitContractTest;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all stores: on the machine's disk with real threads, and on one that loses what it may. */
class JournalContractTest {

    private static StoreUnderTest inMemory() {
        return new JournalUnderTest(1, CrashPolicy.LOSE_ALL, UnaryOperator.identity());
    }

    @Nested
    class Messages extends StoreContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return inMemory();
        }
    }

    @Nested
    class MessagesOnDisk extends StoreContractTest {
        @TempDir
        Path root;

        @Override
        protected StoreUnderTest newStore() {
            return new JournalOnThreads(root);
        }
    }

    @Nested
    class Units extends StoreUnitContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return inMemory();
        }
    }

    @Nested
    class UnitsOnDisk extends StoreUnitContractTest {
        @TempDir
        Path root;

        @Override
        protected StoreUnderTest newStore() {
            return new JournalOnThreads(root);
        }
    }

    @Nested
    class Branches extends StoreBranchContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return inMemory();
        }
    }

    @Nested
    class BranchesOnDisk extends StoreBranchContractTest {
        @TempDir
        Path root;

        @Override
        protected StoreUnderTest newStore() {
            return new JournalOnThreads(root);
        }
    }

    @Nested
    class State extends StoreStateContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return inMemory();
        }
    }

    @Nested
    class StateOnDisk extends StoreStateContractTest {
        @TempDir
        Path root;

        @Override
        protected StoreUnderTest newStore() {
            return new JournalOnThreads(root);
        }
    }
}
