package io.narabi.runtime.sim;

import io.narabi.runtime.Disk.DiskLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lock on a file of a disk in memory. */
final class MemoryLock implements DiskLock {

    private final MemoryDisk disk;
    private final Path path;
    private final AtomicBoolean closed = new AtomicBoolean();

    MemoryLock(MemoryDisk disk, Path path) {
        this.disk = disk;
        this.path = path;
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            disk.writeHolder(path, "");
        } finally {
            disk.unlock(path);
        }
    }
}
