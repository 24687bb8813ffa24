package io.narabi.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.Disk.DiskLock;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock holds against another class loader of this JVM, and against another JVM. */
class SystemLockTest {

    @TempDir
    private Path directory;

    private final Disk disk = new SystemDisk();

    @Test
    void anotherClassLoaderIsRefusedAndToldTheHolder() throws Exception {
        Path file = directory.resolve("lock");
        URL classes = SystemDisk.class.getProtectionDomain().getCodeSource().getLocation();
        DiskLock lock = disk.tryLock(file, "the first").orElseThrow();
        try (OwnCopy loader = new OwnCopy(classes)) {
            Class<?> copy = loader.loadClass(SystemLock.class.getName());
            assertThat(copy).isNotSameAs(SystemLock.class);
            Method tryLock = copy.getDeclaredMethod("tryLock", Path.class, String.class);
            tryLock.setAccessible(true);
            Method holder = copy.getDeclaredMethod("holder", Path.class);
            holder.setAccessible(true);
            assertThat(tryLock.invoke(null, file, "the second")).isEqualTo(Optional.empty());
            assertThat(holder.invoke(null, file)).isEqualTo("the first");
            // Having been asked here, the lock must still hold against other processes.
            assertThat(otherProcess(file)).isEqualTo("refused: the first");
            lock.close();
            assertThat(tryLock.invoke(null, file, "the second")).isNotEqualTo(Optional.empty());
            assertThat(disk.lockHolder(file)).isEqualTo("the second");
            assertThat(disk.tryLock(file, "the third")).isEmpty();
        }
    }

    @Test
    void anotherProcessIsRefusedUntilTheLockIsClosed() throws Exception {
        Path file = directory.resolve("lock");
        DiskLock lock = disk.tryLock(file, "process one").orElseThrow();
        assertThat(otherProcess(file)).isEqualTo("refused: process one");
        lock.close();
        assertThat(otherProcess(file)).isEqualTo("locked");
        assertThat(disk.tryLock(file, "again")).isPresent().get().satisfies(DiskLock::close);
    }

    @Test
    void tryingByAnotherNameOfTheDirectoryDoesNotLoseTheLock() throws Exception {
        Path file = Files.createDirectory(directory.resolve("real")).resolve("lock");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("real"));
        Path alias = directory.resolve("link").resolve("lock");
        try (DiskLock lock = disk.tryLock(file, "the first").orElseThrow()) {
            assertThat(disk.tryLock(alias, "the second")).isEmpty();
            assertThat(disk.lockHolder(alias)).isEqualTo("the first");
            assertThat(otherProcess(file)).isEqualTo("refused: the first");
            assertThat(lock).isNotNull();
        }
    }

    @Test
    void interruptedThreadGetsTheLockAndStaysInterrupted() throws IOException {
        Path file = directory.resolve("lock");
        Thread.currentThread().interrupt();
        try (DiskLock lock = disk.tryLock(file, "me").orElseThrow()) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThat(disk.lockHolder(file)).isEqualTo("me");
            assertThat(lock).isNotNull();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(disk.lockHolder(file)).isEmpty();
    }

    private static String otherProcess(Path file) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        try (InputStream output = process.getInputStream()) {
            String said = new String(output.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).strip();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return said;
        }
    }

    /** What the other process runs. */
    static final class OtherProcess {
        public static void main(String[] args) throws IOException {
            Path file = Path.of(args[0]);
            Disk disk = new SystemDisk();
            boolean locked = disk.tryLock(file, "other").isPresent();
            System.out.println(locked ? "locked" : "refused: " + disk.lockHolder(file));
        }
    }

    /** Loads Narabi's classes itself instead of asking its parent. */
    private static final class OwnCopy extends URLClassLoader {
        OwnCopy(URL classes) {
            super(new URL[] {classes}, SystemLockTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.narabi.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    @Test
    void lockFileKeepsNoStaleHolder() throws IOException {
        Path file = directory.resolve("lock");
        disk.tryLock(file, "a very long name of a holder").orElseThrow().close();
        assertThat(Files.size(file)).isZero();
        assertThat(disk.lockHolder(directory.resolve("none"))).isEmpty();
    }
}
