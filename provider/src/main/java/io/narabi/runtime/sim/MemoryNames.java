package io.narabi.runtime.sim;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The names on a disk: those there are, and those that are durable. Paths are absolute and normal. Guarded by the disk's lock. */
final class MemoryNames {

    private final Set<Path> directories = new HashSet<>();
    private final Map<Path, MemoryFile> files = new TreeMap<>();
    private final Map<Path, MemoryFile> durable = new HashMap<>();

    /** What is not durable, in the order in which it was done. */
    private final List<Change> pending = new ArrayList<>();

    /** A change of names; atomic. */
    private sealed interface Change {

        boolean in(Path directory);

        void apply(Map<Path, MemoryFile> names);

        record Created(Path path, MemoryFile file) implements Change {
            @Override
            public boolean in(Path directory) {
                return directory.equals(path.getParent());
            }

            @Override
            public void apply(Map<Path, MemoryFile> names) {
                names.put(path, file);
            }
        }

        record Deleted(Path path, MemoryFile file) implements Change {
            @Override
            public boolean in(Path directory) {
                return directory.equals(path.getParent());
            }

            @Override
            public void apply(Map<Path, MemoryFile> names) {
                names.remove(path, file);
            }
        }

        record Renamed(Path from, Path to, MemoryFile file) implements Change {
            @Override
            public boolean in(Path directory) {
                return directory.equals(from.getParent()) || directory.equals(to.getParent());
            }

            @Override
            public void apply(Map<Path, MemoryFile> names) {
                // Under whatever name an earlier change, that may not have taken place, left it.
                names.values().remove(file);
                names.put(to, file);
            }
        }
    }

    void createDirectories(Path directory) {
        for (Path path = directory; path != null; path = path.getParent()) {
            directories.add(path);
        }
    }

    boolean isDirectory(Path path) {
        return path.getParent() == null || directories.contains(path);
    }

    Optional<MemoryFile> file(Path path) {
        return Optional.ofNullable(files.get(path));
    }

    List<String> list(Path directory) {
        List<String> names = new ArrayList<>();
        Consumer<Path> addChild = path -> {
            Path name = path.getFileName();
            if (name != null && directory.equals(path.getParent())) {
                names.add(name.toString());
            }
        };
        directories.forEach(addChild);
        files.keySet().forEach(addChild);
        return names.stream().sorted().toList();
    }

    MemoryFile create(Path path) {
        MemoryFile file = new MemoryFile();
        change(new Change.Created(path, file));
        return file;
    }

    void delete(Path path, MemoryFile file) {
        change(new Change.Deleted(path, file));
    }

    void rename(Path from, Path to, MemoryFile file) {
        change(new Change.Renamed(from, to, file));
    }

    private void change(Change change) {
        change.apply(files);
        pending.add(change);
    }

    boolean isDirty(Path directory) {
        return pending.stream().anyMatch(change -> change.in(directory));
    }

    void force(Path directory) {
        pending.removeIf(change -> {
            boolean forced = change.in(directory);
            if (forced) {
                change.apply(durable);
            }
            return forced;
        });
    }

    long bytes() {
        return files.values().stream().mapToLong(MemoryFile::size).sum();
    }

    /** The names as they are found after a crash, and their files. */
    MemoryNames afterCrash(CrashPolicy policy, SplittableRandom random) {
        MemoryNames found = new MemoryNames();
        found.directories.addAll(directories);
        Map<Path, MemoryFile> names = new TreeMap<>(durable);
        long first = policy == CrashPolicy.PREFIX ? random.nextInt(pending.size() + 1) : 0;
        for (int i = 0; i < pending.size(); i++) {
            boolean survives = switch (policy) {
                case LOSE_ALL -> false;
                case KEEP_ALL -> true;
                case PREFIX -> i < first;
                case ANY -> random.nextBoolean();
            };
            if (survives) {
                pending.get(i).apply(names);
            }
        }
        Map<MemoryFile, MemoryFile> crashed = new IdentityHashMap<>();
        names.forEach((path, file) ->
                found.files.put(path, crashed.computeIfAbsent(file, before -> before.afterCrash(policy, random))));
        found.durable.putAll(found.files);
        return found;
    }
}
