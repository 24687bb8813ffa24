package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.SimulatedEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The segment files of a journal, by name, as they are at one moment; to be changed, and put on the disk of a new machine. */
final class DiskImage {

    private final SortedMap<String, byte[]> files = new TreeMap<>();

    /** What is in the journal's directory. */
    static DiskImage of(Disk disk) {
        DiskImage image = new DiskImage();
        try {
            for (String name : disk.list(JournalUnderTest.DIRECTORY)) {
                if (Format.segmentNumber(name).isPresent()) {
                    image.files.put(name, read(disk, JournalUnderTest.DIRECTORY.resolve(name)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return image;
    }

    private static byte[] read(Disk disk, Path path) throws IOException {
        try (DiskFile file = disk.open(path)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
            file.read(bytes, 0);
            return bytes.array();
        }
    }

    SortedMap<String, byte[]> files() {
        return files;
    }

    String last() {
        return files.lastKey();
    }

    byte[] file(String name) {
        return files.get(name);
    }

    /** The same with another content of one file. */
    DiskImage with(String name, byte[] content) {
        DiskImage changed = new DiskImage();
        changed.files.putAll(files);
        changed.files.put(name, content);
        return changed;
    }

    DiskImage without(String name) {
        DiskImage changed = new DiskImage();
        changed.files.putAll(files);
        changed.files.remove(name);
        return changed;
    }

    /** A new machine that finds these files. */
    SimulatedEnvironment machine() {
        SimulatedEnvironment environment = SimulatedEnvironment.inline(1);
        Disk disk = environment.disk();
        try {
            disk.createDirectories(JournalUnderTest.DIRECTORY);
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                try (DiskFile file = disk.open(JournalUnderTest.DIRECTORY.resolve(entry.getKey()))) {
                    file.write(ByteBuffer.wrap(entry.getValue()), 0);
                    file.force();
                }
            }
            disk.forceDirectory(JournalUnderTest.DIRECTORY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return environment;
    }
}
