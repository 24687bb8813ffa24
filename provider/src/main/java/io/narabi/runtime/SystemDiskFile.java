package io.narabi.runtime;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file that an interrupt does not close.
 *
 * <p>Java closes a {@link FileChannel} when a thread that reads or writes through it is interrupted: under the hands of all others.
 * Messages are read on application threads, and those may be interrupted at any time. So there are two channels. <em>Reads</em> have one
 * of their own; closed by an interrupt it is opened again, and where the name leads to the file no more (renamed, deleted), they go
 * through the random access file instead, whose plain reads no interrupt touches. <em>Writes and forces</em> have the other, which only
 * an interrupt of the writing thread could close; a write then is repeated on a new one, a force fails: Java hides the force's own
 * failure behind the interrupt, and the system reports it only once, so that repeating could promise what is not true.
 *
 * <p>An interrupt is never lost: the thread's flag is put back before the method returns.
 */
final class SystemDiskFile implements DiskFile {

    /**
     * Java copies to or from arrays through a direct buffer as large as the request, which it then keeps, one for each thread. No more
     * than this at a time.
     */
    private static final int CHUNK = 1 << 20;

    private final Path path;
    private final Object identity;

    /** Guards the fields that follow, and the position of {@link #file}; not held during reads and writes through channels. */
    private final ReentrantLock lock = new ReentrantLock();

    private RandomAccessFile file;
    private @Nullable FileChannel reader;
    private boolean closed;

    /** How often the metadata changed in a way that {@code fdatasync} may leave out: opening, which may create, and cutting. */
    private final AtomicInteger metadataChanges = new AtomicInteger(1);

    /** How many of them a force has taken along. */
    private volatile int metadataForced;

    SystemDiskFile(Path path) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path.toFile(), "rw");
        boolean done = false;
        try {
            this.identity = identity(path);
            this.reader = FileChannel.open(path, StandardOpenOption.READ);
            done = true;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** Equal for two paths to one file, different for two files, where the file system has such a thing; else the path. */
    private static Object identity(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return key == null ? path.toAbsolutePath() : key;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        int start = target.position();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                FileChannel channel = reader();
                if (channel == null) {
                    return readPlainly(target, position);
                }
                try {
                    return readAll(channel, target, position);
                } catch (ClosedChannelException e) {
                    // By an interrupt of this thread, or of another that was reading; or the file was closed, which
                    // reader() tells.
                    interrupted |= Thread.interrupted();
                    target.position(start);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
        int start = source.position();
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                RandomAccessFile open = file();
                try {
                    writeAll(open.getChannel(), source, position);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    source.position(start);
                }
            }
        } finally {
            restore(interrupted);
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>Mostly {@code fdatasync}: it leaves out the time stamps, but not what is needed to read the data again, so not a grown length.
     * After opening and cutting it is {@code fsync}, as a shrunk length is no such thing.
     */
    @Override
    public void force() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            int changes = metadataChanges.get();
            file().getChannel().force(changes != metadataForced);
            metadataForced = changes;
        } catch (ClosedChannelException e) {
            interrupted |= Thread.interrupted();
            throw new IOException(
                    "The thread was interrupted, or the file closed, while " + path
                            + " was forced: it is not known what is durable",
                    e);
        } finally {
            restore(interrupted);
        }
    }

    @Override
    public long size() throws IOException {
        lock.lock();
        try {
            return openFile().length();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        lock.lock();
        try {
            RandomAccessFile open = openFile();
            if (size < open.length()) {
                open.setLength(size);
                metadataChanges.incrementAndGet();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try (RandomAccessFile last = file;
                FileChannel lastReader = reader) {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int readAll(FileChannel channel, ByteBuffer target, long position) throws IOException {
        int start = target.position();
        int end = target.limit();
        try {
            while (target.position() < end) {
                target.limit(chunkEnd(target, end));
                if (channel.read(target, position + target.position() - start) < 0) {
                    break;
                }
            }
        } finally {
            target.limit(end);
        }
        return target.position() - start;
    }

    private static void writeAll(FileChannel channel, ByteBuffer source, long position) throws IOException {
        int start = source.position();
        int end = source.limit();
        try {
            while (source.position() < end) {
                source.limit(chunkEnd(source, end));
                channel.write(source, position + source.position() - start);
            }
        } finally {
            source.limit(end);
        }
    }

    private static int chunkEnd(ByteBuffer buffer, int end) {
        return buffer.isDirect() ? end : Math.min(end, buffer.position() + Math.min(CHUNK, end - buffer.position()));
    }

    private int readPlainly(ByteBuffer target, long position) throws IOException {
        byte[] bytes = new byte[Math.min(target.remaining(), CHUNK)];
        int total = 0;
        lock.lock();
        try {
            RandomAccessFile open = openFile();
            open.seek(position);
            while (target.hasRemaining()) {
                int count = open.read(bytes, 0, Math.min(bytes.length, target.remaining()));
                if (count < 0) {
                    break;
                }
                target.put(bytes, 0, count);
                total += count;
            }
        } finally {
            lock.unlock();
        }
        return total;
    }

    /** The channel for reads, opened again where an interrupt closed it; null where that can no longer be done. */
    private @Nullable FileChannel reader() throws IOException {
        lock.lock();
        try {
            openFile();
            if (reader != null && !reader.isOpen()) {
                reader = isStillThere() ? FileChannel.open(path, StandardOpenOption.READ) : null;
            }
            return reader;
        } finally {
            lock.unlock();
        }
    }

    private RandomAccessFile file() throws IOException {
        lock.lock();
        try {
            return openFile();
        } finally {
            lock.unlock();
        }
    }

    /** To be called with the lock held. The file, opened again where an interrupt closed it. */
    private RandomAccessFile openFile() throws IOException {
        if (closed) {
            throw new IOException("The file " + path + " is closed");
        }
        if (!file.getChannel().isOpen()) {
            if (!isStillThere()) {
                throw new IOException("The thread was interrupted while it wrote " + path
                        + ", and the file is no longer there under that name to be opened again");
            }
            file = new RandomAccessFile(path.toFile(), "rw");
        }
        return file;
    }

    private boolean isStillThere() {
        try {
            return identity(path).equals(identity);
        } catch (IOException e) {
            return false;
        }
    }
}
