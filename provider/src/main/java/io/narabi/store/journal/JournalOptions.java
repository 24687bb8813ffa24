package io.narabi.store.journal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How a journal is kept.
 *
 * @param directory where its files are; created where missing
 * @param segmentSize bytes after which a new segment file is begun; empty for 64 MiB, less on a small disk
 * @param minFreeDisk bytes that must stay free: below, units with messages wait; empty for the larger of two segments and 1% of the disk
 * @param sendTimeout how long a unit waits for a disk that is full or cannot be written before it fails
 * @param storeLimit bytes of segments in which nothing is owed that are kept while their retention lasts, oldest go first; empty for the
 *     smaller of 10 GiB and a fifth of the disk
 * @param maxUnitSize bytes of the largest unit that is stored
 */
public record JournalOptions(
        Path directory,
        OptionalLong segmentSize,
        OptionalLong minFreeDisk,
        Duration sendTimeout,
        OptionalLong storeLimit,
        long maxUnitSize) {

    /** Segment size on a disk that is not small. */
    public static final long DEFAULT_SEGMENT_SIZE = 64L << 20;

    /** The largest unit unless set: a message of 1 GiB with what is said about it. */
    public static final long DEFAULT_MAX_UNIT_SIZE = (1L << 30) + (16L << 20);

    private static final long MIN_SEGMENT_SIZE = 4L << 10;
    private static final long MAX_SEGMENT_SIZE = 512L << 20;
    private static final long SMALLEST_DEFAULT_SEGMENT = 1L << 20;
    private static final long DEFAULT_STORE_LIMIT = 10L << 30;

    public JournalOptions {
        segmentSize.ifPresent(size -> between("segmentSize", size, MIN_SEGMENT_SIZE, MAX_SEGMENT_SIZE));
        minFreeDisk.ifPresent(size -> between("minFreeDisk", size, 0, Long.MAX_VALUE));
        storeLimit.ifPresent(size -> between("storeLimit", size, 0, Long.MAX_VALUE));
        between("maxUnitSize", maxUnitSize, 1, DEFAULT_MAX_UNIT_SIZE);
        if (sendTimeout.isNegative()) {
            throw new IllegalArgumentException("sendTimeout must not be negative: " + sendTimeout);
        }
    }

    /** The defaults. */
    public static JournalOptions in(Path directory) {
        return new JournalOptions(
                directory,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Duration.ofSeconds(30),
                OptionalLong.empty(),
                DEFAULT_MAX_UNIT_SIZE);
    }

    public JournalOptions withSegmentSize(long bytes) {
        return new JournalOptions(directory, OptionalLong.of(bytes), minFreeDisk, sendTimeout, storeLimit, maxUnitSize);
    }

    public JournalOptions withMinFreeDisk(long bytes) {
        return new JournalOptions(directory, segmentSize, OptionalLong.of(bytes), sendTimeout, storeLimit, maxUnitSize);
    }

    public JournalOptions withSendTimeout(Duration timeout) {
        return new JournalOptions(directory, segmentSize, minFreeDisk, timeout, storeLimit, maxUnitSize);
    }

    public JournalOptions withStoreLimit(long bytes) {
        return new JournalOptions(
                directory, segmentSize, minFreeDisk, sendTimeout, OptionalLong.of(bytes), maxUnitSize);
    }

    public JournalOptions withMaxUnitSize(long bytes) {
        return new JournalOptions(directory, segmentSize, minFreeDisk, sendTimeout, storeLimit, bytes);
    }

    /** The segment size on a disk of this size: at least 64 segments fit on it. */
    long segmentSizeOn(long totalSpace) {
        return segmentSize.orElse(Math.max(SMALLEST_DEFAULT_SEGMENT, Math.min(DEFAULT_SEGMENT_SIZE, totalSpace / 64)));
    }

    long minFreeDiskOn(long totalSpace) {
        return minFreeDisk.orElse(Math.max(2 * segmentSizeOn(totalSpace), totalSpace / 100));
    }

    long storeLimitOn(long totalSpace) {
        return storeLimit.orElse(Math.min(DEFAULT_STORE_LIMIT, totalSpace / 5));
    }

    private static void between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + " bytes, not " + value);
        }
    }
}
