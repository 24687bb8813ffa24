package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Numbers of the stored format. A form once written is read for ever; what follows {@link #VERSION} in a segment's header may change with
 * it, the header itself never does. All numbers are big-endian.
 */
final class Format {

    /** The format that is written, and the newest that is read. */
    static final int VERSION = 1;

    /** {@code NARABIJL}. */
    static final long SEGMENT_MAGIC = 0x4E41_5241_4249_4A4CL;

    /** {@code NCMT}. */
    static final int COMMIT_MAGIC = 0x4E43_4D54;

    static final int SEGMENT_HEADER = 48;
    static final int COMMIT_HEADER = 56;

    /** Type and length before every record's content. */
    static final int RECORD_HEADER = 5;

    /** The most messages in one block: whoever reads one message reads the directory of its block. */
    static final int MAX_BLOCK_MESSAGES = 2_048;

    private static final String SUFFIX = ".journal";
    private static final int DIGITS = 10;

    private Format() {}

    static String fileName(int segment) {
        return String.format(Locale.ROOT, "%010d", segment) + SUFFIX;
    }

    /** The segment's number, where the name is that of a segment file. */
    static OptionalInt segmentNumber(String fileName) {
        if (fileName.length() != DIGITS + SUFFIX.length() || !fileName.endsWith(SUFFIX)) {
            return OptionalInt.empty();
        }
        long number = 0;
        for (int i = 0; i < DIGITS; i++) {
            char digit = fileName.charAt(i);
            if (digit < '0' || digit > '9') {
                return OptionalInt.empty();
            }
            number = 10 * number + (digit - '0');
        }
        return number >= 1 && number <= Integer.MAX_VALUE ? OptionalInt.of((int) number) : OptionalInt.empty();
    }

    static StoreException damaged(Object file, long position, String what) {
        return new StoreException(
                Reason.DAMAGED,
                "The journal file " + file + " is damaged at byte " + position + ": " + what
                        + ". Nothing was changed. Restore the directory from a copy, or move it away to start anew");
    }
}
