package io.narabi.runtime.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.runtime.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is left after a crash. */
class MemoryDiskCrashTest {

    private static final Path DIRECTORY = Path.of("/data");
    private static final Path FILE = DIRECTORY.resolve("f");

    private final MemoryDisk disk = new MemoryDisk(1);

    @BeforeEach
    void createDirectory() throws IOException {
        disk.createDirectories(DIRECTORY);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasForcedSurvives(CrashPolicy policy) throws IOException {
        DiskFile file = forcedFile("a".repeat(5000));
        file.write(utf8("b".repeat(1000)), 4500);
        file.truncate(5200);
        file.force();
        for (long seed = 0; seed < 50; seed++) {
            MemoryDisk found = disk.imageAfterCrash(policy, seed);
            assertThat(content(found)).isEqualTo("a".repeat(4500) + "b".repeat(700));
        }
    }

    @Test
    void nothingElseSurvivesALosingDisk() throws IOException {
        DiskFile file = forcedFile("durable");
        file.write(utf8("D"), 0);
        file.write(utf8("more"), 7);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("durable");
    }

    @Test
    void cutFileIsLongAgainOnALosingDisk() throws IOException {
        DiskFile file = forcedFile("x".repeat(2000));
        file.truncate(100);
        file.write(utf8("y"), 1500);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("x".repeat(2000));
        assertThat(content(disk.imageAfterCrash(CrashPolicy.KEEP_ALL, 1)))
                .isEqualTo("x".repeat(100) + "\0".repeat(1400) + "y");
    }

    @Test
    void everythingSurvivesAKeepingDisk() throws IOException {
        DiskFile file = forcedFile("durable");
        file.write(utf8("D"), 0);
        disk.rename(FILE, DIRECTORY.resolve("g"));
        disk.open(DIRECTORY.resolve("h")).write(utf8("new"), 0);
        MemoryDisk found = disk.imageAfterCrash(CrashPolicy.KEEP_ALL, 1);
        assertThat(found.list(DIRECTORY)).containsExactly("g", "h");
        assertThat(content(found, "g")).isEqualTo("Durable");
        assertThat(content(found, "h")).isEqualTo("new");
    }

    @Test
    void tailIsTornAtAnySector() throws IOException {
        DiskFile file = forcedFile("a".repeat(700));
        file.write(utf8("b".repeat(3000)), 700);
        String whole = "a".repeat(700) + "b".repeat(3000);
        Set<Integer> lengths = new TreeSet<>();
        for (long seed = 0; seed < 200; seed++) {
            String found = content(disk.imageAfterCrash(CrashPolicy.PREFIX, seed));
            assertThat(whole).startsWith(found);
            lengths.add(found.length());
        }
        assertThat(lengths).containsExactly(700, 1024, 1536, 2048, 2560, 3072, 3584, 3700);
    }

    @Test
    void anySectorMayHaveAnyOfItsContents() throws IOException {
        DiskFile file = forcedFile("a".repeat(1024));
        file.write(utf8("b".repeat(1024)), 0);
        file.write(utf8("c".repeat(512)), 512);
        Set<String> seen = new TreeSet<>();
        for (long seed = 0; seed < 200; seed++) {
            String found = content(disk.imageAfterCrash(CrashPolicy.ANY, seed));
            assertThat(found).hasSize(1024);
            assertThat(found.substring(0, 512)).isIn("a".repeat(512), "b".repeat(512));
            assertThat(found.substring(512)).isIn("a".repeat(512), "b".repeat(512), "c".repeat(512));
            seen.add(found.charAt(0) + "" + found.charAt(512));
        }
        assertThat(seen).containsExactly("aa", "ab", "ac", "ba", "bb", "bc");
    }

    @Test
    void anyLengthInBetweenIsFoundWithZerosWhereNothingWasWritten() throws IOException {
        DiskFile file = forcedFile("a".repeat(100));
        file.write(utf8("b".repeat(1500)), 100);
        Set<Integer> lengths = new TreeSet<>();
        boolean zeros = false;
        for (long seed = 0; seed < 300; seed++) {
            String found = content(disk.imageAfterCrash(CrashPolicy.ANY, seed));
            lengths.add(found.length());
            assertThat(found).startsWith("a".repeat(100)).matches("a+[b\0]*");
            zeros |= found.length() > 1024 && found.charAt(1024) == 0;
        }
        assertThat(lengths).containsExactly(100, 512, 1024, 1536, 1600);
        assertThat(zeros).isTrue();
    }

    @Test
    void fileThatGrowsAfterACrashHasNothingOldBehindItsFormerEnd() throws IOException {
        DiskFile file = forcedFile("a");
        file.write(utf8("b".repeat(3000)), 1);
        for (long seed = 0; seed < 50; seed++) {
            MemoryDisk found = disk.imageAfterCrash(CrashPolicy.ANY, seed);
            int length = content(found).length();
            found.open(FILE).write(utf8("c"), 4000);
            assertThat(content(found).substring(length)).isEqualTo("\0".repeat(4000 - length) + "c");
        }
    }

    @Test
    void newFileIsLostUnlessItsDirectoryWasForced() throws IOException {
        DiskFile file = disk.open(FILE);
        file.write(utf8("x"), 0);
        file.force();
        assertThat(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1).exists(FILE)).isFalse();
        disk.forceDirectory(DIRECTORY);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("x");
    }

    @Test
    void contentIsLostEvenIfTheNameWasForced() throws IOException {
        disk.open(FILE).write(utf8("x"), 0);
        disk.forceDirectory(DIRECTORY);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEmpty();
    }

    @Test
    void deletedFileComesBackUnlessItsDirectoryWasForced() throws IOException {
        forcedFile("x");
        disk.delete(FILE);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("x");
        disk.forceDirectory(DIRECTORY);
        for (CrashPolicy policy : CrashPolicy.values()) {
            assertThat(disk.imageAfterCrash(policy, 1).exists(FILE)).isFalse();
        }
    }

    @Test
    void renameTakesPlaceAsAWholeOrNotAtAll() throws IOException {
        forcedFile("old");
        Path temporary = DIRECTORY.resolve("tmp");
        DiskFile next = disk.open(temporary);
        next.write(utf8("new"), 0);
        next.force();
        disk.forceDirectory(DIRECTORY);
        disk.rename(temporary, FILE);
        Set<String> seen = new TreeSet<>();
        for (long seed = 0; seed < 50; seed++) {
            MemoryDisk found = disk.imageAfterCrash(CrashPolicy.ANY, seed);
            seen.add(found.list(DIRECTORY) + " " + content(found));
        }
        assertThat(seen).containsExactly("[f, tmp] old", "[f] new");
        disk.forceDirectory(DIRECTORY);
        assertThat(content(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("new");
    }

    @Test
    void changesOfNamesSurviveInOrderOrInAny() throws IOException {
        for (String name : new String[] {"1", "2", "3"}) {
            disk.open(DIRECTORY.resolve(name));
        }
        Set<String> prefixes = new TreeSet<>();
        Set<String> any = new TreeSet<>();
        for (long seed = 0; seed < 100; seed++) {
            prefixes.add(disk.imageAfterCrash(CrashPolicy.PREFIX, seed)
                    .list(DIRECTORY)
                    .toString());
            any.add(disk.imageAfterCrash(CrashPolicy.ANY, seed).list(DIRECTORY).toString());
        }
        assertThat(prefixes).containsExactly("[1, 2, 3]", "[1, 2]", "[1]", "[]");
        assertThat(any).hasSize(8);
    }

    @Test
    void forcedDirectoryConcernsNoOther() throws IOException {
        Path other = Path.of("/other");
        disk.createDirectories(other);
        disk.open(FILE);
        disk.open(other.resolve("f"));
        disk.forceDirectory(other);
        MemoryDisk found = disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1);
        assertThat(found.list(DIRECTORY)).isEmpty();
        assertThat(found.list(other)).containsExactly("f");
    }

    @Test
    void fileThatLostItsNameIsLostWithoutHarm() throws IOException {
        DiskFile file = forcedFile("x");
        disk.delete(FILE);
        disk.forceDirectory(DIRECTORY);
        file.write(utf8("y"), 0);
        file.force();
        assertThat(disk.imageAfterCrash(CrashPolicy.KEEP_ALL, 1).list(DIRECTORY))
                .isEmpty();
    }

    @Test
    void sameSeedFindsTheSame() throws IOException {
        DiskFile file = forcedFile("a".repeat(5000));
        file.write(utf8("b".repeat(9000)), 3);
        for (long seed = 0; seed < 20; seed++) {
            assertThat(content(disk.imageAfterCrash(CrashPolicy.ANY, seed)))
                    .isEqualTo(content(disk.imageAfterCrash(CrashPolicy.ANY, seed)));
        }
    }

    @Test
    void nothingWorksOnTheDiskThatCrashed() throws IOException {
        DiskFile file = forcedFile("x");
        assertThat(disk.tryLock(DIRECTORY.resolve("lock"), "dead")).isPresent();
        MemoryDisk found = disk.crash(CrashPolicy.LOSE_ALL, 1);
        assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), 0)).hasMessageContaining("down");
        assertThatThrownBy(() -> file.write(utf8("zombie"), 0)).hasMessageContaining("down");
        assertThatThrownBy(file::force).hasMessageContaining("down");
        assertThatThrownBy(() -> disk.open(FILE)).hasMessageContaining("down");
        assertThatThrownBy(() -> disk.list(DIRECTORY)).hasMessageContaining("down");
        assertThat(content(found)).isEqualTo("x");
        assertThat(found.tryLock(DIRECTORY.resolve("lock"), "alive")).isPresent();
    }

    @Test
    void whatWasFoundIsDurable() throws IOException {
        disk.open(FILE).write(utf8("x".repeat(3000)), 0);
        MemoryDisk found = disk.imageAfterCrash(CrashPolicy.KEEP_ALL, 1);
        assertThat(content(found.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo("x".repeat(3000));
    }

    /** A file whose content and name are durable. */
    private DiskFile forcedFile(String content) throws IOException {
        DiskFile file = disk.open(FILE);
        file.write(utf8(content), 0);
        file.force();
        disk.forceDirectory(DIRECTORY);
        return file;
    }

    private static String content(MemoryDisk disk) throws IOException {
        return content(disk, "f");
    }

    private static String content(MemoryDisk disk, String name) throws IOException {
        assertThat(disk.exists(DIRECTORY.resolve(name))).isTrue();
        try (DiskFile file = disk.open(DIRECTORY.resolve(name))) {
            ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
            int count = file.read(buffer, 0);
            return new String(Arrays.copyOf(buffer.array(), count), StandardCharsets.UTF_8);
        }
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
