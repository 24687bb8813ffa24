package io.narabi.runtime.sim;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.DiskFaults.Verdict;
import io.narabi.runtime.sim.DiskInterceptor.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that crashes, fills up, fails and turns read-only on command. Thread-safe. What is left to chance comes from a seed.
 *
 * <p>As with a POSIX file system, an open file stays what it is when its name is taken away or given to another. There are no links, and
 * directories cannot be deleted. It is more forgetful than most real disks: a new file's name is lost in a crash although its content was
 * forced, unless its directory was forced, too.
 */
public final class MemoryDisk implements Disk {

    private final MemoryMachine machine;
    private final MemoryNames names;
    private final DiskFaults faults;

    /** An empty disk of 1 TiB. */
    public MemoryDisk(long seed) {
        this(new MemoryMachine(new MemoryNames(), new DiskFaults(new SplittableRandom(seed)), 1L << 40));
    }

    private MemoryDisk(MemoryMachine machine) {
        this.machine = machine;
        this.names = machine.names();
        this.faults = machine.faults();
    }

    /**
     * The machine goes down and comes up again: nothing works on this disk any more, neither its files; what is found is on the disk that
     * is returned, which has no faults, no locks, and this one's capacity.
     *
     * @param seed for what this policy leaves to chance, and for the new disk
     */
    public MemoryDisk crash(CrashPolicy policy, long seed) {
        machine.set(faults::goDown);
        return imageAfterCrash(policy, seed);
    }

    /** What {@link #crash} would return now, while this disk goes on. */
    public MemoryDisk imageAfterCrash(CrashPolicy policy, long seed) {
        return new MemoryDisk(machine.imageAfterCrash(policy, seed));
    }

    /**
     * The machine goes down at the operation after the next {@code operations} ones that may change something: that one may have taken
     * place, in part or as a whole, fails, and so does everything after it, until {@link #crash} tells what is left. A negative number
     * takes it back.
     */
    public void goDownAfter(int operations) {
        machine.set(() -> faults.goDownAfter(operations));
    }

    /** The size of the disk, shared by the lengths of the files that have a name. Writes that would make files grow beyond it are cut short and fail. */
    public void setCapacity(long bytes) {
        machine.setCapacity(bytes);
    }

    /** Whether all that would change something fails. */
    public void setReadOnly(boolean readOnly) {
        machine.set(() -> faults.setReadOnly(readOnly));
    }

    /** The next {@code count} writes fail; any part of each, but not all of it, is written. */
    public void failNextWrites(int count) {
        machine.set(() -> faults.failNext(Operation.WRITE, count));
    }

    /**
     * The next {@code count} forces of files fail, and leave what a system leaves behind whose disk refuses a write: each changed sector
     * may have become durable, or is lost; what is lost may still be read until a crash, or not; and as the system thinks it has written
     * it, no later force makes it durable, unless the sector is written to again.
     */
    public void failNextForces(int count) {
        machine.set(() -> faults.failNext(Operation.FORCE, count));
    }

    /** The next {@code count} forces of directories fail; the names are no more durable than before. */
    public void failNextDirectoryForces(int count) {
        machine.set(() -> faults.failNext(Operation.FORCE_DIRECTORY, count));
    }

    /** The next {@code count} reads of files fail. */
    public void failNextReads(int count) {
        machine.set(() -> faults.failNext(Operation.READ, count));
    }

    /** Shows each operation to {@code newInterceptor} first, instead of any other before. */
    public void intercept(DiskInterceptor newInterceptor) {
        machine.intercept(newInterceptor);
    }

    /** What has been done so far. */
    public DiskCounts counts() {
        return machine.counts();
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Path path = normal(directory);
        machine.run(() -> {
            faults.checkUp();
            for (Path part = path; part != null; part = part.getParent()) {
                if (names.file(part).isPresent()) {
                    throw new FileAlreadyExistsException(part.toString());
                }
            }
            if (!names.isDirectory(path)) {
                faults.checkWritable(path);
                names.createDirectories(path);
            }
        });
    }

    @Override
    public Path realPath(Path directory) throws IOException {
        Path path = normal(directory);
        machine.run(() -> {
            faults.checkUp();
            requireDirectory(path);
        });
        return path;
    }

    @Override
    public boolean exists(Path path) throws IOException {
        Path normal = normal(path);
        return machine.call(() -> {
            faults.checkUp();
            return names.isDirectory(normal) || names.file(normal).isPresent();
        });
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        Path path = normal(directory);
        return machine.call(() -> {
            faults.checkUp();
            return names.isDirectory(path) ? names.list(path) : List.of();
        });
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        Path path = normal(file);
        machine.announce(Operation.OPEN, path);
        return machine.call(() -> {
            Verdict verdict = faults.judge(Operation.OPEN);
            faults.checkWritable(path);
            requireDirectory(path.getParent());
            if (names.isDirectory(path)) {
                throw new IOException("Is a directory: " + path);
            }
            if (verdict != Verdict.DO) {
                if (names.file(path).isEmpty() && faults.coin()) {
                    names.create(path);
                }
                throw DiskFaults.failure(verdict, Operation.OPEN, path);
            }
            MemoryFile content = names.file(path).orElseGet(() -> names.create(path));
            return new MemoryHandle(machine, path, content);
        });
    }

    @Override
    public void delete(Path file) throws IOException {
        Path path = normal(file);
        machine.announce(Operation.DELETE, path);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.DELETE);
            if (names.isDirectory(path)) {
                throw new IOException("Is a directory: " + path);
            }
            Optional<MemoryFile> content = names.file(path);
            if (content.isPresent()) {
                faults.checkWritable(path);
                if (verdict == Verdict.DO || faults.coin()) {
                    names.delete(path, content.get());
                }
            }
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.DELETE, path);
            }
        });
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Path old = normal(from);
        Path renamed = normal(to);
        machine.announce(Operation.RENAME, old);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.RENAME);
            MemoryFile content = names.file(old).orElseThrow(() -> new NoSuchFileException(old.toString()));
            requireDirectory(renamed.getParent());
            faults.checkWritable(old);
            if (names.isDirectory(renamed)) {
                throw new IOException("Is a directory: " + renamed);
            }
            if (verdict == Verdict.DO || faults.coin()) {
                names.rename(old, renamed, content);
            }
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.RENAME, old);
            }
        });
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        Path path = normal(directory);
        machine.announce(Operation.FORCE_DIRECTORY, path);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.FORCE_DIRECTORY);
            requireDirectory(path);
            if (names.isDirty(path)) {
                faults.checkWritable(path);
            }
            if (verdict == Verdict.DO || verdict == Verdict.GO_DOWN && faults.coin()) {
                names.force(path);
            }
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.FORCE_DIRECTORY, path);
            }
            machine.countDirectoryForce();
        });
    }

    @Override
    public long usableSpace(Path directory) throws IOException {
        Path path = normal(directory);
        return machine.call(() -> {
            faults.checkUp();
            requireDirectory(path);
            return machine.free();
        });
    }

    @Override
    public long totalSpace(Path directory) throws IOException {
        Path path = normal(directory);
        return machine.call(() -> {
            faults.checkUp();
            requireDirectory(path);
            return machine.capacity();
        });
    }

    @Override
    public Optional<DiskLock> tryLock(Path file, String holder) throws IOException {
        Path path = normal(file);
        boolean taken = machine.call(() -> {
            faults.checkUp();
            return machine.locks().putIfAbsent(path, holder) == null;
        });
        if (!taken) {
            return Optional.empty();
        }
        boolean done = false;
        try {
            writeHolder(path, holder);
            done = true;
        } finally {
            if (!done) {
                unlock(path);
            }
        }
        return Optional.of(new MemoryLock(this, path));
    }

    void writeHolder(Path path, String holder) throws IOException {
        try (DiskFile file = open(path)) {
            file.truncate(0);
            file.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)), 0);
        }
    }

    @Override
    public String lockHolder(Path file) throws IOException {
        Path path = normal(file);
        return machine.call(() -> {
            faults.checkUp();
            String here = machine.locks().get(path);
            if (here != null) {
                return here;
            }
            // Left by a machine that went down.
            ByteBuffer text = ByteBuffer.allocate(
                    (int) names.file(path).map(MemoryFile::size).orElse(0L).longValue());
            names.file(path).ifPresent(content -> content.read(text, 0));
            return new String(text.array(), StandardCharsets.UTF_8);
        });
    }

    /** To be called when the lock's file is of no more use to others. */
    void unlock(Path path) {
        machine.set(() -> machine.locks().remove(path));
    }

    private static Path normal(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private void requireDirectory(@Nullable Path path) throws IOException {
        if (path == null || !names.isDirectory(path)) {
            throw new NoSuchFileException(path + " is not a directory");
        }
    }
}
