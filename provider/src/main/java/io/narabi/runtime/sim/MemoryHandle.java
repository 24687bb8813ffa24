package io.narabi.runtime.sim;

import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.DiskFaults.Verdict;
import io.narabi.runtime.sim.DiskInterceptor.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** An open file of a disk in memory. */
final class MemoryHandle implements DiskFile {

    private final MemoryMachine machine;
    private final DiskFaults faults;
    private final Path path;
    private final MemoryFile file;
    private volatile boolean closed;

    /**
     * @param path the name it was opened by
     */
    MemoryHandle(MemoryMachine machine, Path path, MemoryFile file) {
        this.machine = machine;
        this.faults = machine.faults();
        this.path = path;
        this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        begin(Operation.READ, position);
        return machine.call(() -> {
            Verdict verdict = faults.judge(Operation.READ);
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.READ, path);
            }
            machine.countRead();
            return file.read(target, position);
        });
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
        begin(Operation.WRITE, position);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.WRITE);
            faults.checkWritable(path);
            int wanted = source.remaining();
            if (verdict != Verdict.DO) {
                int most = verdict == Verdict.GO_DOWN ? wanted : wanted - 1;
                file.write(source, faults.upTo(most), position);
                throw DiskFaults.failure(verdict, Operation.WRITE, path);
            }
            long growth = Math.max(0, position + wanted - file.size());
            long free = machine.free();
            if (growth > free) {
                file.write(source, (int) Math.max(0, wanted - (growth - free)), position);
                throw new IOException("No space left on device: " + path);
            }
            file.write(source, wanted, position);
            machine.countWrite();
        });
    }

    @Override
    public void force() throws IOException {
        begin(Operation.FORCE, 0);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.FORCE);
            if (file.isDirty()) {
                faults.checkWritable(path);
            }
            if (verdict == Verdict.GO_DOWN && faults.coin()) {
                file.force();
            } else if (verdict != Verdict.DO) {
                file.failForce(faults.random());
            }
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.FORCE, path);
            }
            file.force();
            machine.countForce();
        });
    }

    @Override
    public long size() throws IOException {
        check(0);
        return machine.call(() -> {
            faults.checkUp();
            return file.size();
        });
    }

    @Override
    public void truncate(long size) throws IOException {
        begin(Operation.TRUNCATE, size);
        machine.run(() -> {
            Verdict verdict = faults.judge(Operation.TRUNCATE);
            if (size < file.size()) {
                faults.checkWritable(path);
            }
            if (verdict == Verdict.DO || faults.coin()) {
                file.truncate(size);
            }
            if (verdict != Verdict.DO) {
                throw DiskFaults.failure(verdict, Operation.TRUNCATE, path);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    private void begin(Operation operation, long position) throws IOException {
        check(position);
        machine.announce(operation, path);
    }

    private void check(long position) throws IOException {
        if (position < 0) {
            throw new IllegalArgumentException("A position must not be negative: " + position);
        }
        if (closed) {
            throw new IOException("The file " + path + " is closed");
        }
    }
}
