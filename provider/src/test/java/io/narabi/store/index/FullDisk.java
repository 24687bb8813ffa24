package io.narabi.store.index;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import io.narabi.runtime.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The machine's disk, which says that only so many bytes are left. */
final class FullDisk implements Disk {

    private final Disk disk = new SystemEnvironment().disk();
    private volatile long most = Long.MAX_VALUE;

    void usable(long bytes) {
        most = bytes;
    }

    @Override
    public long usableSpace(Path directory) throws IOException {
        return Math.min(most, disk.usableSpace(directory));
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        disk.createDirectories(directory);
    }

    @Override
    public Path realPath(Path directory) throws IOException {
        return disk.realPath(directory);
    }

    @Override
    public boolean exists(Path path) throws IOException {
        return disk.exists(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return disk.list(directory);
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return disk.open(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        disk.forceDirectory(directory);
    }

    @Override
    public long totalSpace(Path directory) throws IOException {
        return disk.totalSpace(directory);
    }

    @Override
    public Optional<DiskLock> tryLock(Path file, String holder) throws IOException {
        return disk.tryLock(file, holder);
    }

    @Override
    public String lockHolder(Path file) throws IOException {
        return disk.lockHolder(file);
    }
}
