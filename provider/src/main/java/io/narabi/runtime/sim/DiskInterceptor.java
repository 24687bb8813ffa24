package io.narabi.runtime.sim;

import java.io.IOException;
import java.nio.file.Path;

/** Sees each operation of a {@link MemoryDisk} before it is carried out, on the thread that wants it. It may block. */
@FunctionalInterface
public interface DiskInterceptor {

    /**
     * Called before the operation; for a rename with the old name.
     *
     * @throws IOException to fail the operation, which then has no effect
     */
    void before(Operation operation, Path path) throws IOException;

    /** What a disk does. */
    enum Operation {
        /** Opening, which may create. */
        OPEN,
        READ,
        WRITE,
        FORCE,
        TRUNCATE,
        DELETE,
        RENAME,
        FORCE_DIRECTORY;

        /** Whether it may change what is on the disk. */
        public boolean changes() {
            return this != READ;
        }
    }
}
