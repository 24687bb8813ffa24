package io.narabi.store.memory;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.StoreBranchContractTest;
import io.narabi.store.StoreContractTest;
import io.narabi.store.StoreStateContractTest;
import io.narabi.store.StoreUnderTest;
import io.narabi.store.StoreUnitContractTest;
import org.junit.jupiter.api.Nested;

/** The contract of all stores, with real threads. */
class MemoryStoreTest {

    private static StoreUnderTest onThreads() {
        SystemEnvironment environment = new SystemEnvironment();
        return new MemoryStoreUnderTest(environment, environment::close);
    }

    @Nested
    class Messages extends StoreContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return onThreads();
        }
    }

    @Nested
    class Units extends StoreUnitContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return onThreads();
        }
    }

    @Nested
    class Branches extends StoreBranchContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return onThreads();
        }
    }

    @Nested
    class State extends StoreStateContractTest {
        @Override
        protected StoreUnderTest newStore() {
            return onThreads();
        }
    }
}
