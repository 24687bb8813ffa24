package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The segment files, open for reading: the last used ones, a bounded number. Thread-safe. */
final class SegmentFiles implements AutoCloseable {

    private static final int MAX_OPEN = 64;

    private final Disk disk;
    private final Path directory;
    private final SegmentTable segments;

    /** By segment, least recently used first. Guarded by this. */
    private final LinkedHashMap<Integer, Handle> open = new LinkedHashMap<>(16, 0.75f, true);

    private boolean closed;

    /** Guarded by the files' monitor. */
    private static final class Handle {
        final DiskFile file;
        int users;
        boolean retired;

        Handle(DiskFile file) {
            this.file = file;
        }
    }

    SegmentFiles(Disk disk, Path directory, SegmentTable segments) {
        this.disk = disk;
        this.directory = directory;
        this.segments = segments;
    }

    Path path(int segment) {
        return directory.resolve(Format.fileName(segment));
    }

    /**
     * Fills the buffer, or as much of it as the file has, and flips it.
     *
     * @return false if the segment is no longer part of the journal
     */
    boolean read(int segment, long position, ByteBuffer target) throws IOException {
        Handle handle = acquire(segment);
        if (handle == null) {
            return false;
        }
        try {
            handle.file.read(target, position);
        } finally {
            release(handle);
        }
        target.flip();
        return true;
    }

    private synchronized @org.jspecify.annotations.Nullable Handle acquire(int segment) throws IOException {
        // Under the monitor: opening a file that has just been deleted would create it.
        if (segments.find(segment).isEmpty()) {
            return null;
        }
        if (closed) {
            throw new IOException("The journal in " + directory + " is closed");
        }
        Handle handle = open.get(segment);
        if (handle == null) {
            handle = new Handle(disk.open(path(segment)));
            open.put(segment, handle);
            retireEldest();
        }
        handle.users++;
        return handle;
    }

    private void retireEldest() throws IOException {
        if (open.size() > MAX_OPEN) {
            Map.Entry<Integer, Handle> eldest = open.entrySet().iterator().next();
            open.remove(eldest.getKey());
            retire(eldest.getValue());
        }
    }

    private static void retire(Handle handle) throws IOException {
        handle.retired = true;
        if (handle.users == 0) {
            handle.file.close();
        }
    }

    private synchronized void release(Handle handle) throws IOException {
        handle.users--;
        if (handle.retired && handle.users == 0) {
            handle.file.close();
        }
    }

    /** Deletes the file of a segment that is no longer in the table. */
    synchronized void delete(int segment) throws IOException {
        Handle handle = open.remove(segment);
        if (handle != null) {
            retire(handle);
        }
        disk.delete(path(segment));
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        for (Handle handle : open.values()) {
            retire(handle);
        }
        open.clear();
    }
}
