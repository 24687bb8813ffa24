package io.narabi.architecture.good.store.journal;

import io.narabi.architecture.good.runtime.Machine;
import io.narabi.architecture.good.store.Store;
import java.nio.file.Path;

/** What is allowed. */
public final class Journal {
    public String knows(Store known) {
        return known.toString();
    }

    public String knows(Machine known) {
        return known.toString();
    }

    public Path segment(Path directory) {
        return directory.resolve("1.segment");
    }
}
