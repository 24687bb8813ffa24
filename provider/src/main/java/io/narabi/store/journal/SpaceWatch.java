package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows whether the disk has less free space than the minimum, without asking at every commit. The writer's. */
final class SpaceWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SpaceWatch.class);

    private static final long INTERVAL_NANOS = 1_000_000_000L;
    private static final long LOW_INTERVAL_NANOS = 20_000_000L;

    private final Disk disk;
    private final Path directory;
    private final long minFree;

    /** What may be written before asking again. */
    private long allowance;

    private long askedAt;
    private boolean asked;
    private boolean low;
    private long free;

    SpaceWatch(Disk disk, Path directory, long minFree) {
        this.disk = disk;
        this.directory = directory;
        this.minFree = minFree;
    }

    void spent(long bytes) {
        allowance -= bytes;
    }

    boolean isLow(long nowNanos) {
        long interval = low ? LOW_INTERVAL_NANOS : INTERVAL_NANOS;
        if (!asked || nowNanos - askedAt >= interval || (!low && allowance <= 0)) {
            ask(nowNanos);
        }
        return low;
    }

    private void ask(long nowNanos) {
        asked = true;
        askedAt = nowNanos;
        try {
            free = disk.usableSpace(directory);
        } catch (IOException e) {
            // A write will tell.
            LOG.debug("The free space of {} cannot be told", directory, e);
            free = Long.MAX_VALUE;
        }
        boolean before = low;
        low = free < minFree;
        allowance = (free - minFree) / 2;
        if (low && !before) {
            LOG.warn(
                    "The disk of {} has {} bytes left, less than minFreeDisk = {}: sends wait, acknowledgements go on",
                    directory,
                    free,
                    minFree);
        } else if (before && !low) {
            LOG.info("The disk of {} has {} bytes left again: sends go on", directory, free);
        }
    }

    String describe() {
        return "The disk of " + directory + " has " + free + " bytes left, less than minFreeDisk = " + minFree;
    }
}
