package io.narabi.runtime.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** 512 bytes of a file, which a disk writes as a whole or not at all. Guarded by the disk's lock. */
final class MemorySector {

    static final int SIZE = 512;

    /** More versions than this are not told apart. */
    private static final int MAX_VERSIONS = 16;

    /** What it held since the last force, the durable content first; empty where the present content is durable. */
    private final List<byte[]> before = new ArrayList<>();

    private byte[] now = new byte[SIZE];

    /** The system could not write the present content, reported that once, and takes it for written. */
    private boolean lost;

    MemorySector() {}

    private MemorySector(byte[] durable) {
        this.now = durable;
    }

    byte[] content() {
        return now;
    }

    boolean isDirty() {
        return !before.isEmpty();
    }

    /** The content to be changed. Writing to a sector makes the system write it again, all of it. */
    byte[] change() {
        if (before.size() == MAX_VERSIONS) {
            before.remove(1);
        }
        before.add(now);
        lost = false;
        now = now.clone();
        return now;
    }

    /** Returns whether the present content is durable now. */
    boolean force() {
        if (!lost) {
            before.clear();
        }
        return !lost;
    }

    /**
     * A force that fails: the content may have become durable all the same, or it is lost; a lost one may still be read from the
     * system's cache, or not.
     */
    void failForce(SplittableRandom random) {
        if (lost || !isDirty()) {
            return;
        }
        if (random.nextBoolean()) {
            before.clear();
            return;
        }
        byte[] durable = before.get(0);
        before.clear();
        if (random.nextBoolean()) {
            now = durable;
        } else {
            before.add(durable);
            lost = true;
        }
    }

    /** As it is found after a crash that lost it. */
    MemorySector durable() {
        return new MemorySector(isDirty() ? before.get(0) : now);
    }

    /** As it is found after a crash that spared it. */
    MemorySector kept() {
        return lost ? durable() : new MemorySector(now);
    }

    /** With any of the contents that a crash may leave. */
    MemorySector any(SplittableRandom random) {
        if (lost || !isDirty()) {
            return durable();
        }
        int version = random.nextInt(before.size() + 1);
        return new MemorySector(version == before.size() ? now : before.get(version));
    }
}
