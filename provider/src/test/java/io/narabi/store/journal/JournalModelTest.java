package io.narabi.store.journal;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.store.StoreModelTest;
import io.narabi.store.StoreUnderTest;
import java.util.function.UnaryOperator;

/** The journal against the model, on a disk that does the worst that is allowed when the machine goes down. */
class JournalModelTest extends StoreModelTest {

    @Override
    protected StoreUnderTest newStore() {
        return new JournalUnderTest(1, CrashPolicy.ANY, UnaryOperator.identity());
    }
}
