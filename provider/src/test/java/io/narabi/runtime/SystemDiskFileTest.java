package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an interrupt must not do to a file. */
class SystemDiskFileTest {

    @TempDir
    private Path directory;

    private final Disk disk = new SystemDisk();

    @AfterEach
    void noInterruptLeft() {
        Thread.interrupted();
    }

    @Test
    void interruptsInTheMiddleOfReadsDisturbNobody() throws Exception {
        interruptReaders(directory.resolve("f"), path -> {});
    }

    @Test
    void interruptsAreSurvivedWhenTheFileWasRenamed() throws Exception {
        interruptReaders(directory.resolve("f"), path -> disk.rename(path, directory.resolve("g")));
    }

    @Test
    void interruptsAreSurvivedWhenAnotherFileTookTheName() throws Exception {
        interruptReaders(directory.resolve("f"), path -> {
            disk.rename(path, directory.resolve("g"));
            Files.writeString(path, "another");
        });
    }

    private interface Change {
        void of(Path path) throws IOException;
    }

    /** One thread reads and is interrupted all the time, another reads, this one writes and forces. */
    private void interruptReaders(Path path, Change change) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        AtomicBoolean stop = new AtomicBoolean();
        try (DiskFile file = disk.open(path)) {
            byte[] content = new byte[100_000];
            content[content.length - 1] = 42;
            file.write(ByteBuffer.wrap(content), 0);
            change.of(path);
            Thread[] victim = new Thread[1];
            CountDownLatch started = new CountDownLatch(1);
            Future<Integer> interrupted = threads.submit(() -> {
                victim[0] = Thread.currentThread();
                started.countDown();
                int seen = 0;
                while (seen < 20) {
                    assertThat(lastByte(file)).isEqualTo((byte) 42);
                    seen += Thread.interrupted() ? 1 : 0;
                }
                stop.set(true);
                return seen;
            });
            started.await();
            Future<?> interrupter = threads.submit(() -> {
                while (!stop.get() && !interrupted.isDone()) {
                    victim[0].interrupt();
                    Thread.onSpinWait();
                }
            });
            Future<?> neighbour = threads.submit(() -> {
                while (!stop.get() && !interrupted.isDone()) {
                    assertThat(lastByte(file)).isEqualTo((byte) 42);
                }
                return null;
            });
            long position = content.length;
            while (!stop.get() && !interrupted.isDone()) {
                file.write(utf8("x"), position++);
                file.force();
            }
            assertThat(interrupted.get()).isEqualTo(20);
            interrupter.get();
            neighbour.get();
            assertThat(file.size()).isEqualTo(position);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    @Test
    void writesAreRepeatedAfterAnInterrupt() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        AtomicBoolean stop = new AtomicBoolean();
        byte[] pattern = new byte[3_000_000];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i * 31);
        }
        try (DiskFile file = disk.open(directory.resolve("f"))) {
            Thread[] victim = new Thread[1];
            CountDownLatch started = new CountDownLatch(1);
            Future<?> writer = threads.submit(() -> {
                victim[0] = Thread.currentThread();
                started.countDown();
                ByteBuffer read = ByteBuffer.allocate(pattern.length);
                for (int i = 0; i < 8; i++) {
                    file.write(ByteBuffer.wrap(pattern), i);
                    assertThat(file.read(read.clear(), i)).isEqualTo(pattern.length);
                    assertThat(Arrays.equals(read.array(), pattern)).isTrue();
                }
                stop.set(true);
                return null;
            });
            started.await();
            Future<?> interrupter = threads.submit(() -> {
                while (!stop.get() && !writer.isDone()) {
                    victim[0].interrupt();
                    Thread.onSpinWait();
                }
            });
            writer.get();
            interrupter.get();
            assertThat(file.size()).isEqualTo(pattern.length + 7);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private static byte lastByte(DiskFile file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(100_000);
        assertThat(file.read(buffer, 0)).isEqualTo(100_000);
        return buffer.get(99_999);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
