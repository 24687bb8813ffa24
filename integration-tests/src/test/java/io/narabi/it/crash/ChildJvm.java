package io.narabi.it.crash;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JVM that is started to be killed. What it says is a line at a time, each with an end mark: a line that the kill cut short has none. */
final class ChildJvm implements AutoCloseable {

    /** Ends each line. */
    static final String END = " .";

    private final Process process;
    private final BufferedReader lines;

    private ChildJvm(Process process) {
        this.process = process;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Says a line, from within the child. */
    static synchronized void say(String line) {
        System.out.println(line + END);
        System.out.flush();
    }

    /** The next whole line; empty when the child has ended. */
    Optional<String> next() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.endsWith(END)) {
                return Optional.of(line.substring(0, line.length() - END.length()));
            }
        }
        return Optional.empty();
    }

    /** SIGKILL. What the child said before can still be read. */
    void kill() {
        // Not through the Process: that would close its output before it was read.
        process.toHandle().destroyForcibly();
    }

    Process process() {
        return process;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
