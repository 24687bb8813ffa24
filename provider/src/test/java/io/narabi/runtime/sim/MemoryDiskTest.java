package io.narabi.runtime.sim;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskContractTest;
import java.io.IOException;
import java.nio.file.Path;

class MemoryDiskTest extends DiskContractTest {

    private static final Path DIRECTORY = Path.of("/data");

    private final MemoryDisk disk = new MemoryDisk(1);

    @Override
    protected Disk disk() throws IOException {
        disk.createDirectories(DIRECTORY);
        return disk;
    }

    @Override
    protected Path directory() {
        return DIRECTORY;
    }
}
