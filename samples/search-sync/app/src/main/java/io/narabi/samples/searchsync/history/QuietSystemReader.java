package io.narabi.samples.searchsync.history;

import java.io.File;
import java.util.TimeZone;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * Shows JGit neither the user's nor the machine's configuration. To find those it would run the git program, and it would note
 * measurements of the file system in the user's: a reader of a history does neither.
 */
final class QuietSystemReader extends SystemReader {

    private final SystemReader machine;

    private QuietSystemReader(SystemReader machine) {
        this.machine = machine;
    }

    static synchronized void install() {
        SystemReader current = SystemReader.getInstance();
        if (!(current instanceof QuietSystemReader)) {
            SystemReader.setInstance(new QuietSystemReader(current));
        }
    }

    @Override
    public FileBasedConfig openUserConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public FileBasedConfig openJGitConfig(@Nullable Config parent, FS fs) {
        return new Nothing(parent, fs);
    }

    @Override
    public String getHostname() {
        return "localhost";
    }

    @Override
    public @Nullable String getenv(String variable) {
        // GIT_DIR and its like say which repository a git program works on; here the caller says it.
        return variable.startsWith("GIT_") ? null : machine.getenv(variable);
    }

    @Override
    public String getProperty(String key) {
        return machine.getProperty(key);
    }

    @Override
    public long getCurrentTime() {
        return machine.now().toEpochMilli();
    }

    @Override
    public int getTimezone(long when) {
        return TimeZone.getDefault().getOffset(when) / 60_000;
    }

    private static final class Nothing extends FileBasedConfig {

        Nothing(@Nullable Config parent, FS fs) {
            super(parent, new File("none"), fs);
        }

        @Override
        public void load() {
            // Nowhere to load from.
        }

        @Override
        public void save() {
            // Nowhere to save to.
        }

        @Override
        public boolean isOutdated() {
            return false;
        }
    }
}
