package io.narabi.runtime.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.DiskInterceptor.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Full, failing and read-only disks, and machines that go down in the middle. */
class MemoryDiskFaultTest {

    private static final Path DIRECTORY = Path.of("/data");
    private static final Path FILE = DIRECTORY.resolve("f");

    private MemoryDisk disk = disk(1);

    private static MemoryDisk disk(long seed) {
        try {
            MemoryDisk disk = new MemoryDisk(seed);
            disk.createDirectories(DIRECTORY);
            return disk;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fullDiskTakesWhatFits() throws IOException {
        disk.setCapacity(1000);
        DiskFile file = disk.open(FILE);
        file.write(utf8("a".repeat(900)), 0);
        assertThat(disk.usableSpace(DIRECTORY)).isEqualTo(100);
        assertThat(disk.totalSpace(DIRECTORY)).isEqualTo(1000);
        assertThatThrownBy(() -> file.write(utf8("b".repeat(300)), 800)).hasMessageContaining("No space left");
        assertThat(file.size()).isEqualTo(1000);
        assertThat(content()).isEqualTo("a".repeat(800) + "b".repeat(200));
        file.write(utf8("c".repeat(1000)), 0);
        assertThat(content()).as("what has its place can be written again").isEqualTo("c".repeat(1000));
        assertThatThrownBy(() -> disk.open(DIRECTORY.resolve("g")).write(utf8("x"), 0))
                .hasMessageContaining("No space left");
        disk.delete(FILE);
        disk.open(DIRECTORY.resolve("g")).write(utf8("x"), 0);
        disk.setCapacity(0);
        assertThat(disk.usableSpace(DIRECTORY)).isZero();
    }

    @Test
    void failingWritesAreWrittenInPart() throws IOException {
        Set<Integer> written = new TreeSet<>();
        for (int seed = 0; seed < 100; seed++) {
            disk = disk(seed);
            DiskFile file = disk.open(FILE);
            disk.failNextWrites(1);
            assertThatThrownBy(() -> file.write(utf8("0123"), 0)).hasMessageContaining("Input/output error");
            assertThat("0123").startsWith(content());
            written.add(content().length());
            file.write(utf8("abcd"), 0);
            assertThat(content()).isEqualTo("abcd");
        }
        assertThat(written).containsExactly(0, 1, 2, 3);
    }

    @Test
    void asManyFailAsWereToldTo() throws IOException {
        DiskFile file = disk.open(FILE);
        disk.failNextWrites(2);
        disk.failNextReads(1);
        disk.failNextForces(1);
        disk.failNextDirectoryForces(1);
        assertThatThrownBy(() -> file.write(utf8("x"), 0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.write(utf8("x"), 0)).isInstanceOf(IOException.class);
        file.write(utf8("x"), 0);
        assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), 0)).isInstanceOf(IOException.class);
        assertThat(file.read(ByteBuffer.allocate(1), 0)).isEqualTo(1);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        file.force();
        assertThatThrownBy(() -> disk.forceDirectory(DIRECTORY)).isInstanceOf(IOException.class);
        assertThat(disk.crash(CrashPolicy.LOSE_ALL, 1).exists(FILE)).isFalse();
    }

    @Test
    void countsAreOfWhatSucceeded() throws IOException {
        DiskFile file = disk.open(FILE);
        file.write(utf8("x"), 0);
        file.write(utf8("y"), 1);
        file.force();
        disk.failNextForces(1);
        assertThatThrownBy(file::force).isInstanceOf(IOException.class);
        disk.forceDirectory(DIRECTORY);
        content();
        assertThat(disk.counts()).isEqualTo(new DiskCounts(1, 2, 1, 1));
    }

    @Test
    void whatAFailedForceLostNoLaterForceSaves() throws IOException {
        Set<String> found = new TreeSet<>();
        Set<String> read = new TreeSet<>();
        for (int seed = 0; seed < 200; seed++) {
            disk = disk(seed);
            DiskFile file = durable("a".repeat(1024));
            file.write(utf8("b".repeat(1024)), 0);
            disk.failNextForces(1);
            assertThatThrownBy(file::force).isInstanceOf(IOException.class);
            file.force();
            read.add(firsts(content()));
            found.add(firsts(content(disk.crash(CrashPolicy.KEEP_ALL, seed))));
        }
        assertThat(found).containsExactly("aa", "ab", "ba", "bb");
        assertThat(read).containsExactly("aa", "ab", "ba", "bb");
    }

    @Test
    void whatIsReadAfterAFailedForceMayBeLostAllTheSame() throws IOException {
        boolean deceived = false;
        for (int seed = 0; seed < 100; seed++) {
            disk = disk(seed);
            DiskFile file = durable("a");
            file.write(utf8("b"), 0);
            disk.failNextForces(1);
            assertThatThrownBy(file::force).isInstanceOf(IOException.class);
            String before = content();
            file.force();
            String after = content(disk.crash(CrashPolicy.KEEP_ALL, seed));
            deceived |= before.equals("b") && after.equals("a");
        }
        assertThat(deceived).isTrue();
    }

    @Test
    void writingAnewAfterAFailedForceHelps() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            disk = disk(seed);
            DiskFile file = durable("a".repeat(2000));
            file.write(utf8("b".repeat(1000)), 500);
            disk.failNextForces(1);
            assertThatThrownBy(file::force).isInstanceOf(IOException.class);
            file.write(utf8("b".repeat(1000)), 500);
            file.force();
            assertThat(content(disk.crash(CrashPolicy.LOSE_ALL, seed)))
                    .isEqualTo("a".repeat(500) + "b".repeat(1000) + "a".repeat(500));
        }
    }

    @Test
    void readOnlyDiskCanOnlyBeRead() throws IOException {
        DiskFile file = durable("x");
        disk.setReadOnly(true);
        assertThat(content(file)).isEqualTo("x");
        assertThat(disk.list(DIRECTORY)).containsExactly("f");
        file.force();
        disk.forceDirectory(DIRECTORY);
        String message = "Read-only file system";
        assertThatThrownBy(() -> file.write(utf8("y"), 0)).hasMessageContaining(message);
        assertThatThrownBy(() -> file.truncate(0)).hasMessageContaining(message);
        assertThatThrownBy(() -> disk.open(DIRECTORY.resolve("g"))).hasMessageContaining(message);
        assertThatThrownBy(() -> disk.delete(FILE)).hasMessageContaining(message);
        assertThatThrownBy(() -> disk.rename(FILE, DIRECTORY.resolve("g"))).hasMessageContaining(message);
        assertThatThrownBy(() -> disk.createDirectories(DIRECTORY.resolve("d"))).hasMessageContaining(message);
        assertThatThrownBy(() -> disk.tryLock(DIRECTORY.resolve("lock"), "x")).hasMessageContaining(message);
        disk.setReadOnly(false);
        file.write(utf8("y"), 0);
        assertThat(content()).isEqualTo("y");
        assertThat(disk.tryLock(DIRECTORY.resolve("lock"), "x")).isPresent();
    }

    @Test
    void turnedReadOnlyItCannotForceWhatWasWritten() throws IOException {
        DiskFile file = durable("x");
        file.write(utf8("y"), 0);
        disk.setReadOnly(true);
        assertThatThrownBy(file::force).hasMessageContaining("Read-only file system");
        disk.setReadOnly(false);
        file.force();
        assertThat(content(disk.crash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("y");
    }

    @Test
    void machineGoesDownBeforeInOrAfterAnOperation() throws IOException {
        Set<String> found = new TreeSet<>();
        for (int seed = 0; seed < 300; seed++) {
            disk = disk(seed);
            DiskFile file = durable("aa");
            disk.goDownAfter(2);
            file.write(utf8("b"), 0);
            file.force();
            assertThatThrownBy(() -> file.write(utf8("cc"), 0)).hasMessageContaining("went down");
            assertThatThrownBy(file::force).hasMessageContaining("is down");
            assertThatThrownBy(() -> content(file)).hasMessageContaining("is down");
            assertThatThrownBy(() -> disk.exists(FILE)).hasMessageContaining("is down");
            found.add(content(disk.crash(CrashPolicy.KEEP_ALL, seed)));
        }
        assertThat(found).containsExactly("ba", "ca", "cc");
    }

    @Test
    void machineGoesDownInAForce() throws IOException {
        Set<String> found = new TreeSet<>();
        for (int seed = 0; seed < 200; seed++) {
            disk = disk(seed);
            DiskFile file = durable("a".repeat(1024));
            file.write(utf8("b".repeat(1024)), 0);
            disk.goDownAfter(0);
            assertThatThrownBy(file::force).hasMessageContaining("went down");
            found.add(firsts(content(disk.crash(CrashPolicy.LOSE_ALL, seed))));
        }
        assertThat(found).containsExactly("aa", "ab", "ba", "bb");
    }

    @Test
    void interceptorSeesOperationsFirstAndMayFailThem() throws IOException {
        List<String> seen = new ArrayList<>();
        disk.intercept((operation, path) -> {
            seen.add(operation + " " + path.getFileName());
            if (operation == Operation.RENAME) {
                throw new IOException("not today");
            }
        });
        DiskFile file = disk.open(FILE);
        file.write(utf8("x"), 0);
        file.force();
        content(file);
        file.truncate(0);
        assertThatThrownBy(() -> disk.rename(FILE, DIRECTORY.resolve("g"))).hasMessage("not today");
        disk.forceDirectory(DIRECTORY);
        disk.delete(FILE);
        assertThat(seen)
                .containsExactly(
                        "OPEN f",
                        "WRITE f",
                        "FORCE f",
                        "READ f",
                        "TRUNCATE f",
                        "RENAME f",
                        "FORCE_DIRECTORY data",
                        "DELETE f");
        assertThat(disk.exists(DIRECTORY.resolve("g"))).isFalse();
    }

    private DiskFile durable(String content) throws IOException {
        DiskFile file = disk.open(FILE);
        file.write(utf8(content), 0);
        file.force();
        disk.forceDirectory(DIRECTORY);
        return file;
    }

    /** The first bytes of two sectors. */
    private static String firsts(String content) {
        assertThat(content).hasSize(1024);
        return content.charAt(0) + "" + content.charAt(512);
    }

    private String content() throws IOException {
        return content(disk);
    }

    private static String content(MemoryDisk disk) throws IOException {
        try (DiskFile file = disk.open(FILE)) {
            return content(file);
        }
    }

    private static String content(DiskFile file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
        file.read(buffer, 0);
        return new String(buffer.array(), StandardCharsets.UTF_8);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
