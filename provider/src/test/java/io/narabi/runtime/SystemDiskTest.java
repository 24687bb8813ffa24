package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemDiskTest extends DiskContractTest {

    @TempDir
    private Path directory;

    @Override
    protected Disk disk() {
        return new SystemDisk();
    }

    @Override
    protected Path directory() {
        return directory;
    }

    @Test
    void symbolicLinkIsTheDirectoryItLeadsTo() throws IOException {
        Files.createDirectory(directory.resolve("real"));
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
        Disk disk = disk();
        assertThat(disk.realPath(directory.resolve("link"))).isEqualTo(disk.realPath(directory.resolve("real")));
        try (Disk.DiskLock lock =
                disk.tryLock(directory.resolve("real").resolve("lock"), "first").orElseThrow()) {
            assertThat(disk.tryLock(directory.resolve("link").resolve("lock"), "second"))
                    .isEmpty();
            assertThat(lock).isNotNull();
        }
    }
}
