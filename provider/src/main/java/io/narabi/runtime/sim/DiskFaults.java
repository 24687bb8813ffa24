package io.narabi.runtime.sim;

import io.narabi.runtime.sim.DiskInterceptor.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** Which operations of a disk fail. Guarded by the disk's lock. */
final class DiskFaults {

    private final SplittableRandom random;
    private final Map<Operation, Integer> failing = new EnumMap<>(Operation.class);
    private boolean readOnly;
    private boolean down;

    /** How many more changing operations succeed before the machine goes down; negative for no limit. */
    private int untilDown = -1;

    /** What is to become of an operation. */
    enum Verdict {
        /** Carry it out. */
        DO,
        /** Carry it out by halves, then fail. */
        FAIL,
        /** Carry it out by halves, then go down. */
        GO_DOWN
    }

    DiskFaults(SplittableRandom random) {
        this.random = random;
    }

    void setReadOnly(boolean on) {
        readOnly = on;
    }

    /** The next {@code count} operations of this kind fail. */
    void failNext(Operation operation, int count) {
        failing.put(operation, count);
    }

    void goDownAfter(int operations) {
        untilDown = operations;
    }

    void goDown() {
        down = true;
    }

    void checkUp() throws IOException {
        if (down) {
            throw new IOException("The machine is down");
        }
    }

    Verdict judge(Operation operation) throws IOException {
        checkUp();
        if (operation.changes() && untilDown >= 0 && untilDown-- == 0) {
            down = true;
            return Verdict.GO_DOWN;
        }
        int left = failing.getOrDefault(operation, 0);
        if (left > 0) {
            failing.put(operation, left - 1);
            return Verdict.FAIL;
        }
        return Verdict.DO;
    }

    boolean coin() {
        return random.nextBoolean();
    }

    /** How much of something that fails is done; at most {@code most}. */
    int upTo(int most) {
        return most <= 0 ? 0 : random.nextInt(most + 1);
    }

    SplittableRandom random() {
        return random;
    }

    static IOException failure(Verdict verdict, Operation operation, Path path) {
        return new IOException((verdict == Verdict.GO_DOWN ? "The machine went down: " : "Input/output error: ")
                + operation + " of " + path);
    }

    void checkWritable(Path path) throws IOException {
        if (readOnly) {
            throw new IOException("Read-only file system: " + path);
        }
    }
}
