package io.narabi.architecture.good.runtime;

import java.nio.file.Files;
import java.nio.file.Path;

/** What is allowed. */
public final class Machine {
    public long now() {
        return System.nanoTime();
    }

    public void start(Runnable task) {
        new Thread(task).start();
    }

    public double chance() {
        return Math.random();
    }

    public boolean exists(Path path) {
        return Files.exists(path);
    }
}
