package io.narabi.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A file system as the store needs it. Thread-safe.
 *
 * <p>What is guaranteed after a crash is only what was forced: the content of a file by {@link DiskFile#force()}, its existence and
 * name by {@link #forceDirectory(Path)} on its directory.
 */
public interface Disk {

    /** Creates the directory and its parents where missing, durably. */
    void createDirectories(Path directory) throws IOException;

    /** The directory's path with symbolic links resolved; two names of one directory give equal paths. It must exist. */
    Path realPath(Path directory) throws IOException;

    /** Whether there is a file or directory at {@code path}. */
    boolean exists(Path path) throws IOException;

    /** The names of the files and directories directly in {@code directory}, sorted; empty where there is no such directory. */
    List<String> list(Path directory) throws IOException;

    /** Opens an existing file or creates an empty one, for reading and writing. */
    DiskFile open(Path file) throws IOException;

    /** Deletes the file if it exists. */
    void delete(Path file) throws IOException;

    /** Renames atomically, replacing {@code to} where it exists. */
    void rename(Path from, Path to) throws IOException;

    /** Makes the names in {@code directory} (creations, renames, deletions) durable. */
    void forceDirectory(Path directory) throws IOException;

    /** The bytes that can still be written on the file system that holds {@code directory}. */
    long usableSpace(Path directory) throws IOException;

    /** The total bytes of the file system that holds {@code directory}. */
    long totalSpace(Path directory) throws IOException;

    /**
     * Takes the exclusive lock {@code file} for this process and class loader, and writes {@code holder} into it for others to read.
     *
     * @return the lock, or empty if another process, or another holder in this process, has it
     */
    Optional<DiskLock> tryLock(Path file, String holder) throws IOException;

    /** What the holder of the lock wrote into {@code file}; empty where unknown. */
    String lockHolder(Path file) throws IOException;

    /** An exclusive lock. Freed by the operating system when the process dies. */
    interface DiskLock extends AutoCloseable {
        @Override
        void close() throws IOException;
    }
}
