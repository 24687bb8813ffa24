package io.narabi.runtime.sim;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A file's content: what can be read, and what is durable of it. Guarded by the disk's lock. */
final class MemoryFile {

    private static final int SECTOR = MemorySector.SIZE;

    private final NavigableMap<Long, MemorySector> sectors = new TreeMap<>();

    /** The sectors whose content is not durable, in the order in which they came to that. */
    private final Set<Long> dirty = new LinkedHashSet<>();

    /** The lengths since the last force, the durable one first. */
    private final List<Long> lengths = new ArrayList<>(List.of(0L));

    private long size;

    long size() {
        return size;
    }

    boolean isDirty() {
        return !dirty.isEmpty() || lengths.size() > 1;
    }

    int read(ByteBuffer target, long position) {
        int count = (int) Math.max(0, Math.min(target.remaining(), size - position));
        for (int done = 0; done < count; ) {
            long at = position + done;
            int within = (int) (at % SECTOR);
            int length = Math.min(SECTOR - within, count - done);
            MemorySector sector = sectors.get(at / SECTOR);
            target.put(sector == null ? new byte[SECTOR] : sector.content(), within, length);
            done += length;
        }
        return count;
    }

    /** Writes the first {@code count} bytes of the source. */
    void write(ByteBuffer source, int count, long position) {
        for (int done = 0; done < count; ) {
            long at = position + done;
            int within = (int) (at % SECTOR);
            int length = Math.min(SECTOR - within, count - done);
            source.get(change(at / SECTOR), within, length);
            done += length;
        }
        if (count > 0 && position + count > size) {
            resize(position + count);
        }
    }

    void truncate(long newSize) {
        if (newSize >= size) {
            return;
        }
        // What lies behind the end reads as zeros if the file grows again; until a force it may come back.
        int within = (int) (newSize % SECTOR);
        if (within > 0) {
            Arrays.fill(change(newSize / SECTOR), within, SECTOR, (byte) 0);
        }
        long firstBehind = within > 0 ? newSize / SECTOR + 1 : newSize / SECTOR;
        for (long sector : List.copyOf(sectors.tailMap(firstBehind, true).keySet())) {
            Arrays.fill(change(sector), (byte) 0);
        }
        resize(newSize);
    }

    private byte[] change(long sector) {
        dirty.add(sector);
        return sectors.computeIfAbsent(sector, unused -> new MemorySector()).change();
    }

    private void resize(long newSize) {
        size = newSize;
        lengths.add(newSize);
    }

    void force() {
        dirty.removeIf(sector -> sectorAt(sector).force());
        lengths.clear();
        lengths.add(size);
    }

    /** A force that fails. The length stays as undecided as it was. */
    void failForce(SplittableRandom random) {
        dirty.removeIf(number -> {
            MemorySector sector = sectorAt(number);
            sector.failForce(random);
            return !sector.isDirty();
        });
    }

    private MemorySector sectorAt(long number) {
        return sectors.computeIfAbsent(number, unused -> new MemorySector());
    }

    /** The file as it is found after a crash, all of it durable. */
    MemoryFile afterCrash(CrashPolicy policy, SplittableRandom random) {
        Set<Long> kept = kept(policy, random);
        MemoryFile found = new MemoryFile();
        for (Map.Entry<Long, MemorySector> entry : sectors.entrySet()) {
            MemorySector sector = entry.getValue();
            found.sectors.put(
                    entry.getKey(),
                    policy == CrashPolicy.ANY
                            ? sector.any(random)
                            : kept.contains(entry.getKey()) ? sector.kept() : sector.durable());
        }
        // As long as can be, so that cutting clears whatever lies behind the end.
        found.size = Long.MAX_VALUE;
        found.truncate(lengthAfterCrash(policy, kept, random));
        found.force();
        return found;
    }

    private Set<Long> kept(CrashPolicy policy, SplittableRandom random) {
        return switch (policy) {
            case LOSE_ALL, ANY -> Set.of();
            case KEEP_ALL -> dirty;
            case PREFIX -> {
                Set<Long> first = new LinkedHashSet<>();
                dirty.stream().limit(random.nextInt(dirty.size() + 1)).forEach(first::add);
                yield first;
            }
        };
    }

    private long lengthAfterCrash(CrashPolicy policy, Set<Long> kept, SplittableRandom random) {
        long durable = lengths.get(0);
        return switch (policy) {
            case LOSE_ALL -> durable;
            case KEEP_ALL -> size;
            case PREFIX -> {
                if (kept.size() == dirty.size()) {
                    yield size;
                }
                long endOfKept = kept.stream()
                        .mapToLong(sector -> (sector + 1) * SECTOR)
                        .max()
                        .orElse(0);
                yield Math.max(durable, Math.min(size, endOfKept));
            }
            case ANY -> anyLength(random);
        };
    }

    private long anyLength(SplittableRandom random) {
        if (random.nextBoolean()) {
            return lengths.get(random.nextInt(lengths.size()));
        }
        long least = lengths.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = lengths.stream().mapToLong(Long::longValue).max().orElse(0);
        long between = random.nextLong(least, most + 1) / SECTOR * SECTOR;
        return Math.max(least, between);
    }
}
