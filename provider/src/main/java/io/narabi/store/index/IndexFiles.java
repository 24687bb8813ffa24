package io.narabi.store.index;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The files of a database. Not thread-safe. */
final class IndexFiles {

    /** What all files' names begin with; HSQLDB adds the rest. */
    private static final String NAME = "index";

    /** A log line of meta with the end of its transaction is shorter. */
    private static final int TAIL_BYTES = 256;

    /**
     * What has to be free before a transaction begins: the log until its checkpoint, the pages that this then writes with their images
     * of before, and some growth of the file.
     */
    private static final long RESERVE_BYTES = 24L << 20;

    private final Disk disk;
    private final Path directory;

    IndexFiles(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    Path directory() {
        return directory;
    }

    /** The database's path, as HSQLDB wants it. */
    String database() {
        return directory.toAbsolutePath().resolve(NAME).toString();
    }

    void createDirectory() throws IOException {
        disk.createDirectories(directory);
    }

    /** Whether there is anything of a database. */
    boolean isAny() throws IOException {
        return !names().isEmpty();
    }

    /** Whether there is what no database is without: HSQLDB would begin anew around what is left. */
    boolean isWhole() throws IOException {
        return names().containsAll(List.of(NAME + ".script", NAME + ".properties", NAME + ".data"));
    }

    private List<String> names() throws IOException {
        return disk.list(directory).stream()
                .filter(name -> name.startsWith(NAME + "."))
                .toList();
    }

    /** Deletes all files of the database, first those without which {@link #isWhole()} says no: a crash may come in between. */
    void discard() throws IOException {
        disk.delete(directory.resolve(NAME + ".properties"));
        disk.delete(directory.resolve(NAME + ".script"));
        for (String name : names()) {
            Path path = directory.resolve(name);
            // HSQLDB has a directory for temporary files there; there should be none.
            for (String below : disk.list(path)) {
                disk.delete(path.resolve(below));
            }
            disk.delete(path);
        }
        disk.forceDirectory(directory);
    }

    /** Refuses where the disk is so full that HSQLDB, which does not report it, might lose what is written. */
    void requireSpace() throws IOException, IndexException {
        long usable = disk.usableSpace(directory);
        if (usable < RESERVE_BYTES) {
            throw new IndexException("The index in " + directory + " takes nothing in while the disk has only " + usable
                    + " bytes left; it wants " + RESERVE_BYTES);
        }
    }

    /** The length of the log, or 0 if there is none. */
    long logBytes() throws IOException {
        Path log = log();
        if (!disk.exists(log)) {
            return 0;
        }
        try (DiskFile file = disk.open(log)) {
            return file.size();
        }
    }

    /**
     * Whether the log ends with the commit of a transaction whose last row ended with {@code lastColumn}.
     *
     * @return the length of the log
     * @throws IOException if it does not, or cannot be read
     */
    long requireLogged(long lastColumn) throws IOException {
        try (DiskFile file = disk.open(log())) {
            long size = file.size();
            ByteBuffer tail = ByteBuffer.allocate((int) Math.min(TAIL_BYTES, size));
            file.read(tail, size - tail.capacity());
            String text = new String(tail.array(), StandardCharsets.ISO_8859_1).replace("\r", "");
            if (!text.endsWith("," + lastColumn + ")\nCOMMIT\n")) {
                throw new IOException("The log of the index in " + directory
                        + " does not end with the transaction that was committed last");
            }
            return size;
        }
    }

    private Path log() {
        return directory.resolve(NAME + ".log");
    }
}
