package io.narabi.store.memory;

import io.narabi.runtime.Environment;
import io.narabi.store.Store;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnderTest;
import java.util.Set;

/** A store in memory, which survives nothing. */
final class MemoryStoreUnderTest implements StoreUnderTest {

    private final MemoryStore store;
    private final Runnable end;

    MemoryStoreUnderTest(Environment environment, Runnable end) {
        this.end = end;
        store = new MemoryStore(environment);
        store.open();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Set<Restart> survives() {
        return Set.of();
    }

    @Override
    public StoreState reopen(Restart how) {
        throw new UnsupportedOperationException("A store in memory survives nothing");
    }

    @Override
    public StoreState state() {
        return store.state();
    }

    @Override
    public void close() {
        store.close();
        end.run();
    }
}
