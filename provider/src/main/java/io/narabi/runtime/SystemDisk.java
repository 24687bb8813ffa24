package io.narabi.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The machine's file systems. */
final class SystemDisk implements Disk {

    private static final boolean WINDOWS = File.separatorChar == '\\';

    @Override
    public void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        List<Path> changed = new ArrayList<>();
        for (Path parent = absolute.getParent();
                parent != null && !Files.isDirectory(absolute);
                parent = parent.getParent()) {
            changed.add(parent);
            if (Files.isDirectory(parent)) {
                break;
            }
        }
        Files.createDirectories(absolute);
        for (Path parent : changed) {
            forceDirectory(parent);
        }
    }

    @Override
    public Path realPath(Path directory) throws IOException {
        return directory.toRealPath();
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return new SystemDiskFile(file);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        if (WINDOWS) {
            // A directory cannot be opened there, and need not be: names are journaled by the file system.
            return;
        }
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public long usableSpace(Path directory) throws IOException {
        return orMost(Files.getFileStore(directory).getUsableSpace());
    }

    @Override
    public long totalSpace(Path directory) throws IOException {
        return orMost(Files.getFileStore(directory).getTotalSpace());
    }

    /** File systems beyond what a long holds have overflown. */
    private static long orMost(long bytes) {
        return bytes < 0 ? Long.MAX_VALUE : bytes;
    }

    @Override
    public Optional<DiskLock> tryLock(Path file, String holder) throws IOException {
        return SystemLock.tryLock(file, holder);
    }

    @Override
    public String lockHolder(Path file) throws IOException {
        return SystemLock.holder(file);
    }
}
