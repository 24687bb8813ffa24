package io.narabi.store.index;

import io.narabi.runtime.SystemEnvironment;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The index on HSQLDB keeps the contract. */
class HsqlIndexContractTest extends LaneIndexContract {

    private final SystemEnvironment environment = new SystemEnvironment();

    @TempDir
    Path directory;

    @Override
    StoreIndex create() {
        return new HsqlIndex(environment, directory);
    }

    @Override
    StoreIndex again(StoreIndex closed) {
        return create();
    }

    @Override
    void end() {
        environment.close();
    }
}
