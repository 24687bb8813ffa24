package io.narabi.samples.searchsync.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The message group of a path. */
public final class Group {

    /** The longest name of a group, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1_024;

    /** Characters kept of a path that is too long: with four bytes for each, and the digest, still no more than allowed. */
    private static final int KEPT = 200;

    private Group() {}

    /**
     * The path itself; where that is longer than a group's name may be, its first characters, a {@code #} and the SHA-256 of the whole.
     * So equal paths always have equal groups, and different ones different groups.
     */
    public static String of(String path) {
        byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= MAX_BYTES) {
            return path;
        }
        int end = Character.isHighSurrogate(path.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
        return path.substring(0, end) + '#' + HexFormat.of().formatHex(sha256(utf8));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
