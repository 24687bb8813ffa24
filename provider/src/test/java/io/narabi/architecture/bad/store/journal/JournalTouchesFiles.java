package io.narabi.architecture.bad.store.journal;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counter-example: every way to a file. */
public final class JournalTouchesFiles {
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    public FileChannel channel(Path path) throws IOException {
        return FileChannel.open(path);
    }

    public long length(String name) {
        return new File(name).length();
    }

    public InputStream input(String name) throws IOException {
        return new FileInputStream(name);
    }

    public OutputStream output(String name) throws IOException {
        return new FileOutputStream(name);
    }

    public RandomAccessFile random(String name) throws IOException {
        return new RandomAccessFile(name, "r");
    }

    public Path real(Path path) throws IOException {
        return path.toRealPath();
    }

    public boolean open() {
        return FileSystems.getDefault().isOpen();
    }
}
