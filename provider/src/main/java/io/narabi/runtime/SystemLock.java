package io.narabi.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lock file: locked in the operating system against other processes, and entered in a system property against other holders in this
 * JVM, whatever class loader they come from.
 *
 * <p>The property is more than a courtesy. POSIX frees a process's lock on a file as soon as that process closes <em>any</em> descriptor
 * of it; so nobody in a JVM that holds the lock may as much as read the file. Therefore the property is asked first, and the holder's
 * text is taken from it.
 */
final class SystemLock implements Disk.DiskLock {

    private static final String PROPERTY = "io.narabi.lock:";

    /** Where the locked byte is: past any text, as Windows lets nobody read a locked range. */
    private static final long LOCKED_BYTE = 1L << 40;

    private final String key;
    private final FileChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SystemLock(String key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    static Optional<Disk.DiskLock> tryLock(Path file, String holder) throws IOException {
        String key = key(file);
        if (System.getProperties().putIfAbsent(key, holder) != null) {
            return Optional.empty();
        }
        boolean locked = false;
        boolean interrupted = Thread.interrupted();
        try {
            Optional<FileChannel> channel = lockedChannel(file, holder);
            while (channel.isEmpty() && Thread.interrupted()) {
                // The channel was closed under our hands, and the lock with it.
                interrupted = true;
                channel = lockedChannel(file, holder);
            }
            locked = channel.isPresent();
            return channel.map(open -> new SystemLock(key, open));
        } finally {
            if (!locked) {
                System.getProperties().remove(key);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Empty where the lock is taken, or the thread was interrupted (it still is, then). */
    private static Optional<FileChannel> lockedChannel(Path file, String holder) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        boolean done = false;
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                return Optional.empty();
            }
            channel.truncate(0);
            ByteBuffer text = ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8));
            while (text.hasRemaining()) {
                channel.write(text, text.position());
            }
            done = true;
            return Optional.of(channel);
        } catch (OverlappingFileLockException | ClosedByInterruptException e) {
            return Optional.empty();
        } finally {
            if (!done) {
                channel.close();
            }
        }
    }

    static String holder(Path file) throws IOException {
        String here = System.getProperty(key(file));
        if (here != null) {
            return here;
        }
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static String key(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        Path name = absolute.getFileName();
        if (parent == null || name == null) {
            throw new IOException(file + " cannot be a lock file");
        }
        return PROPERTY + parent.toRealPath().resolve(name);
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try (FileChannel last = channel) {
            // Nobody shall read the name of a holder that has gone.
            last.truncate(0);
        } finally {
            // Last: while the entry is there, nobody in this JVM opens the file.
            System.getProperties().remove(key);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
