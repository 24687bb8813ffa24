package io.narabi.placement;

/**
 * A text's UTF-8 bytes, read eight at a time without an array. A cursor is a char's index times four, plus the number
 * of that char's bytes that have been read.
 */
final class Utf8 {
    private static final int WORD = 8;

    private Utf8() {}

    /**
     * The number of bytes.
     *
     * @throws IllegalArgumentException for an unpaired surrogate, or when they are more than an int can count
     */
    static int length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        "The text has an unpaired surrogate at index " + i + ": it cannot be written as UTF-8");
            }
            bytes += size(codePoint);
            i += Character.charCount(codePoint);
        }
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("The text has " + bytes + " bytes of UTF-8, more than can be hashed");
        }
        return (int) bytes;
    }

    /** The next eight bytes, little-endian; zeros where the text has ended. */
    static long word(String text, long cursor) {
        long word = 0;
        int filled = 0;
        int skip = (int) (cursor & 3);
        for (int i = (int) (cursor >>> 2); i < text.length() && filled < WORD; ) {
            int codePoint = text.codePointAt(i);
            // Bytes beyond the eighth are shifted out here; they begin the next word.
            word |= encode(codePoint) >>> (skip << 3) << (filled << 3);
            filled += size(codePoint) - skip;
            skip = 0;
            i += Character.charCount(codePoint);
        }
        return word;
    }

    /** The cursor eight bytes further, or at the end. */
    static long skipWord(String text, long cursor) {
        int i = (int) (cursor >>> 2);
        int passed = -(int) (cursor & 3);
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            int size = size(codePoint);
            if (passed + size > WORD) {
                return (long) i << 2 | (WORD - passed);
            }
            passed += size;
            i += Character.charCount(codePoint);
        }
        return (long) i << 2;
    }

    private static int size(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }

    /** Its bytes, the first one lowest. */
    private static long encode(int c) {
        return switch (size(c)) {
            case 1 -> c;
            case 2 -> 0xc0 | c >> 6 | continuation(c, 0) << 8;
            case 3 -> 0xe0 | c >> 12 | continuation(c, 6) << 8 | continuation(c, 0) << 16;
            default -> 0xf0 | c >> 18 | continuation(c, 12) << 8 | continuation(c, 6) << 16 | continuation(c, 0) << 24;
        };
    }

    private static long continuation(int codePoint, int shift) {
        return 0x80 | codePoint >> shift & 0x3f;
    }
}
