package io.narabi.store.journal;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.Store;
import io.narabi.store.StoreState;
import io.narabi.store.StoreUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A journal on the machine's disk, with real threads. It crashes as a process does that is killed: the files stay as they are. */
final class JournalOnThreads implements StoreUnderTest {

    private final SystemEnvironment environment = new SystemEnvironment();
    private final Path root;
    private int starts;
    private Path directory;
    private JournalStore store;

    /** @param root an empty directory to work in */
    JournalOnThreads(Path root) {
        this.root = root;
        this.directory = root.resolve("0");
        this.store = open();
        store.open();
    }

    private JournalStore open() {
        return new JournalStore(environment, JournalOptions.in(directory).withSegmentSize(64 << 10));
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public Set<Restart> survives() {
        return EnumSet.allOf(Restart.class);
    }

    @Override
    public StoreState reopen(Restart how) {
        if (how == Restart.CRASH) {
            Path found = root.resolve(Integer.toString(++starts));
            copy(directory, found);
            store.close();
            directory = found;
        } else {
            store.close();
        }
        store = open();
        return store.open();
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.list(from)) {
            Files.createDirectories(to);
            // In this order: one that is deleted meanwhile was given up in one that is copied later.
            List<Path> segments =
                    files.filter(file -> !file.endsWith("lock")).sorted().toList();
            for (Path file : segments) {
                copyIfPresent(file, to.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyIfPresent(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy);
        } catch (NoSuchFileException e) {
            Files.deleteIfExists(copy);
        }
    }

    @Override
    public void close() {
        store.close();
        environment.close();
    }
}
