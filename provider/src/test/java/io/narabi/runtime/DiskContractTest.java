package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.Disk.DiskLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every disk must do. Subclasses give the disk, and an existing, empty directory on it. */
public abstract class DiskContractTest {

    private Disk disk;
    private Path directory;

    protected abstract Disk disk() throws IOException;

    protected abstract Path directory() throws IOException;

    @BeforeEach
    void open() throws IOException {
        disk = disk();
        directory = directory();
    }

    @Test
    void newFileIsThereAndEmpty() throws IOException {
        assertThat(disk.exists(path("f"))).isFalse();
        try (DiskFile file = disk.open(path("f"))) {
            assertThat(disk.exists(path("f"))).isTrue();
            assertThat(file.size()).isZero();
            assertThat(read(file, 0, 10)).isEmpty();
        }
    }

    @Test
    void whatWasWrittenIsReadAgain() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            file.write(utf8("hello world"), 0);
            file.write(utf8("W"), 6);
            assertThat(read(file, 6, 5)).isEqualTo("World");
            file.force();
        }
        try (DiskFile again = disk.open(path("f"))) {
            assertThat(again.size()).isEqualTo(11);
            assertThat(read(again, 0, 100)).isEqualTo("hello World");
        }
    }

    @Test
    void readsEndWithTheFile() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            file.write(utf8("0123456789"), 0);
            ByteBuffer target = ByteBuffer.allocate(8);
            target.position(2);
            assertThat(file.read(target, 7)).isEqualTo(3);
            assertThat(target.position()).isEqualTo(5);
            assertThat(target.limit()).isEqualTo(8);
            assertThat(file.read(target, 10)).isZero();
            assertThat(file.read(target, 1_000_000)).isZero();
            assertThat(file.read(ByteBuffer.allocate(0), 0)).isZero();
        }
    }

    @Test
    void writesTakeWhatRemainsOfTheBuffer() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            ByteBuffer source = utf8("0123456789").position(3).limit(7);
            file.write(source, 0);
            assertThat(source.position()).isEqualTo(7);
            assertThat(source.limit()).isEqualTo(7);
            assertThat(read(file, 0, 100)).isEqualTo("3456");
        }
    }

    @Test
    void gapReadsAsZeros() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            file.write(utf8("x"), 2000);
            assertThat(file.size()).isEqualTo(2001);
            assertThat(read(file, 0, 2001)).isEqualTo("\0".repeat(2000) + "x");
        }
    }

    @Test
    void cutFileGrowsWithZeros() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            file.write(utf8("x".repeat(3000)), 0);
            file.truncate(5000);
            assertThat(file.size()).as("cutting makes nothing longer").isEqualTo(3000);
            file.truncate(700);
            assertThat(file.size()).isEqualTo(700);
            file.write(utf8("y"), 2999);
            assertThat(read(file, 0, 3000)).isEqualTo("x".repeat(700) + "\0".repeat(2299) + "y");
            file.truncate(0);
            assertThat(read(file, 0, 3000)).isEmpty();
        }
    }

    @Test
    void largeBuffersOfEitherKind() throws IOException {
        byte[] pattern = new byte[2_500_001];
        for (int i = 0; i < pattern.length; i++) {
            pattern[i] = (byte) (i % 251);
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(pattern.length);
        try (DiskFile file = disk.open(path("f"))) {
            file.write(ByteBuffer.wrap(pattern), 3);
            assertThat(file.read(direct, 3)).isEqualTo(pattern.length);
            assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(pattern));
            file.write(direct, 0);
            ByteBuffer heap = ByteBuffer.allocate(pattern.length + 100);
            assertThat(file.read(heap, 0)).isEqualTo(pattern.length + 3);
            assertThat(heap.flip().slice(0, pattern.length)).isEqualTo(ByteBuffer.wrap(pattern));
        }
    }

    @Test
    void severalThreadsReadAndWriteAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (DiskFile file = disk.open(path("f"))) {
            List<Future<?>> done = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int lane = t;
                done.add(threads.submit(() -> {
                    for (int i = 0; i < 100; i++) {
                        long position = (i * 4L + lane) * 7;
                        file.write(utf8(String.format("%d/%05d", lane, i)), position);
                        assertThat(read(file, position, 7)).isEqualTo(String.format("%d/%05d", lane, i));
                    }
                    return null;
                }));
            }
            for (Future<?> each : done) {
                each.get();
            }
            assertThat(file.size()).isEqualTo(2800);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void interruptedThreadReadsWritesAndForces() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            Thread.currentThread().interrupt();
            file.write(utf8("hello"), 0);
            file.force();
            disk.forceDirectory(directory);
            assertThat(read(file, 0, 5)).isEqualTo("hello");
            assertThat(Thread.interrupted()).as("the interrupt is not lost").isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void closedFileFails() throws IOException {
        DiskFile file = disk.open(path("f"));
        file.close();
        file.close();
        assertThatThrownBy(() -> read(file, 0, 1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.write(utf8("x"), 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        assertThatThrownBy(file::size).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(IOException.class);
    }

    @Test
    void namesAreListedInOrder() throws IOException {
        write("b", "");
        write("a", "");
        disk.createDirectories(path("c").resolve("d"));
        assertThat(disk.list(directory)).containsExactly("a", "b", "c");
        assertThat(disk.list(path("none"))).isEmpty();
        assertThat(disk.list(path("a"))).isEmpty();
        assertThat(disk.exists(path("c"))).isTrue();
    }

    @Test
    void deletedFileIsGoneButStaysOpen() throws IOException {
        try (DiskFile file = disk.open(path("f"))) {
            file.write(utf8("old"), 0);
            disk.delete(path("f"));
            disk.delete(path("f"));
            assertThat(disk.exists(path("f"))).isFalse();
            assertThat(read(file, 0, 3)).isEqualTo("old");
            write("f", "new");
            assertThat(read(file, 0, 3)).isEqualTo("old");
        }
        assertThat(content("f")).isEqualTo("new");
    }

    @Test
    void renamedFileReplacesAndStaysOpen() throws IOException {
        write("to", "replaced");
        try (DiskFile file = disk.open(path("from"))) {
            file.write(utf8("renamed"), 0);
            disk.rename(path("from"), path("to"));
            assertThat(disk.list(directory)).containsExactly("to");
            file.write(utf8("R"), 0);
            file.force();
        }
        assertThat(content("to")).isEqualTo("Renamed");
        assertThatThrownBy(() -> disk.rename(path("from"), path("to"))).isInstanceOf(IOException.class);
    }

    @Test
    void directoriesAreCreatedWithTheirParents() throws IOException {
        Path deep = path("a").resolve("b").resolve("c");
        assertThatThrownBy(() -> disk.realPath(deep)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> disk.open(deep.resolve("f"))).isInstanceOf(IOException.class);
        disk.createDirectories(deep);
        disk.createDirectories(deep);
        assertThat(disk.list(path("a"))).containsExactly("b");
        assertThat(disk.realPath(deep))
                .isEqualTo(disk.realPath(deep.resolve("..").resolve("c")));
        assertThat(disk.realPath(deep)).isNotEqualTo(disk.realPath(path("a")));
        write("file", "");
        assertThatThrownBy(() -> disk.createDirectories(path("file").resolve("x")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void forcingDirectories() throws IOException {
        write("f", "x");
        disk.forceDirectory(directory);
        assertThatThrownBy(() -> disk.forceDirectory(path("none"))).isInstanceOf(IOException.class);
    }

    @Test
    void thereIsSpace() throws IOException {
        long usable = disk.usableSpace(directory);
        assertThat(usable).isPositive();
        assertThat(disk.totalSpace(directory)).isGreaterThanOrEqualTo(usable);
    }

    @Test
    void lockHasOneHolderAtATime() throws IOException {
        disk.createDirectories(path("d"));
        Path file = path("lock");
        assertThat(disk.lockHolder(file)).isEmpty();
        DiskLock lock = disk.tryLock(file, "me, here").orElseThrow();
        assertThat(disk.tryLock(file, "another")).isEmpty();
        assertThat(disk.tryLock(path("d").resolve("..").resolve("lock"), "by another name"))
                .isEmpty();
        assertThat(disk.lockHolder(file)).isEqualTo("me, here");
        DiskLock other = disk.tryLock(path("other"), "of something else").orElseThrow();
        lock.close();
        assertThat(disk.lockHolder(file)).isEmpty();
        try (DiskLock again = disk.tryLock(file, "next").orElseThrow()) {
            lock.close();
            assertThat(disk.lockHolder(file)).as("the old lock frees nothing").isEqualTo("next");
            assertThat(disk.tryLock(file, "another")).isEmpty();
            assertThat(again).isNotNull();
        }
        other.close();
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    private void write(String name, String content) throws IOException {
        try (DiskFile file = disk.open(path(name))) {
            file.write(utf8(content), 0);
        }
    }

    private String content(String name) throws IOException {
        try (DiskFile file = disk.open(path(name))) {
            return read(file, 0, (int) file.size());
        }
    }

    private static String read(DiskFile file, long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        int count = file.read(buffer, position);
        assertThat(count).isEqualTo(buffer.position());
        return new String(buffer.array(), 0, count, StandardCharsets.UTF_8);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
