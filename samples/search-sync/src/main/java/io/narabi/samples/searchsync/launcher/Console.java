package io.narabi.samples.searchsync.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The real standard output, for this program alone: what else writes to {@link System#out} and {@link System#err} goes to a file, so that
 * it cannot get between the lines. On a terminal progress is a bar that is drawn over; elsewhere a line now and then. Not thread-safe.
 */
final class Console {

    private static final int BAR = 30;

    /** Elsewhere than on a terminal, a line for so many percent. */
    private static final int STEP = 10;

    private final PrintStream out;
    private final boolean terminal;
    private int drawn;
    private String shownPhase = "";
    private int shownStep;

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Takes standard output, and leads everybody else's to {@code log}. */
    static Console take(Path log) throws IOException {
        Console console = new Console(System.out, System.console() != null);
        OutputStream file = Files.newOutputStream(log);
        PrintStream others = new PrintStream(file, true, Charset.defaultCharset());
        System.setOut(others);
        System.setErr(others);
        return console;
    }

    /** A line of its own. */
    void line(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** How far {@code phase} is. A {@code total} of 0 is one that is not known. */
    void progress(String phase, int done, int total, long perSecond) {
        int percent = total == 0 ? 0 : (int) (100L * done / total);
        String text = String.format("%-9s", phase);
        if (total > 0) {
            text += String.format(" [%s] %3d%%  %,d of %,d  %,d msg/s", bar(percent), percent, done, total, perSecond);
        } else if (done > 0) {
            text += String.format(" %,d", done);
        }
        if (terminal) {
            out.print('\r' + text + " ".repeat(Math.max(0, drawn - text.length())));
            out.flush();
            drawn = text.length();
        } else if (!phase.equals(shownPhase) || percent / STEP > shownStep) {
            shownPhase = phase;
            shownStep = percent / STEP;
            line(text.stripTrailing());
        }
    }

    private static String bar(int percent) {
        int full = BAR * percent / 100;
        return "#".repeat(full) + ".".repeat(BAR - full);
    }

    private void clear() {
        if (drawn > 0) {
            out.print('\r' + " ".repeat(drawn) + '\r');
            drawn = 0;
        }
    }
}
