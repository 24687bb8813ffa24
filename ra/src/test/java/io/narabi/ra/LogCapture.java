package io.narabi.ra;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is written to the log (standard error, in the tests) while it is open. */
final class LogCapture implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    LogCapture() {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    /** How many lines contain the text. */
    long count(String text) {
        return written.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(text))
                .count();
    }

    @Override
    public void close() {
        System.setErr(before);
        before.print(written.toString(StandardCharsets.UTF_8));
    }
}
