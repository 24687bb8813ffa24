package io.narabi.store.memory;

import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.StoreModelTest;
import io.narabi.store.StoreUnderTest;

/** The store in memory against the model. */
class MemoryStoreModelTest extends StoreModelTest {

    @Override
    protected StoreUnderTest newStore() {
        return new MemoryStoreUnderTest(SimulatedEnvironment.inline(1), () -> {});
    }
}
