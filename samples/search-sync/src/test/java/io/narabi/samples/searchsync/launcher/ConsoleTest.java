package io.narabi.samples.searchsync.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void aTerminalGetsABarThatALineReplaces() {
        Console console = new Console(out, true);
        console.progress("reading", 0, 0, 0);
        console.progress("applying", 1, 2, 1_000);
        console.line("last");
        String bar = "applying  [###############...............]  50%  1 of 2  1,000 msg/s";
        assertThat(printed()).isEqualTo("\rreading  " + "\r" + bar + "\r" + " ".repeat(bar.length()) + "\rlast\n");
    }

    @Test
    void whileTheTotalIsNotKnownThereIsACount() {
        Console console = new Console(out, true);
        console.progress("reading", 12_345, 0, 0);
        assertThat(printed()).isEqualTo("\rreading   12,345");
    }

    @Test
    void aShorterBarLeavesNothingOfALongerOne() {
        Console console = new Console(out, true);
        console.progress("applying", 1_000, 1_000, 1_000);
        bytes.reset();
        console.progress("checking", 0, 0, 0);
        assertThat(printed())
                .startsWith("\rchecking  ")
                .hasSize(1 + "applying  [] 100%  1,000 of 1,000  1,000 msg/s".length() + 30);
    }

    @Test
    void elsewhereThereIsALineForEachPhaseAndTenPercent() {
        Console console = new Console(out, false);
        console.progress("reading", 0, 0, 0);
        console.progress("reading", 0, 0, 0);
        for (int done = 0; done <= 100; done++) {
            console.progress("applying", done, 100, 7);
        }
        console.line("last");
        assertThat(printed().lines().toList())
                .hasSize(13)
                .startsWith("reading", "applying  [..............................]   0%  0 of 100  7 msg/s")
                .endsWith("applying  [##############################] 100%  100 of 100  7 msg/s", "last");
    }
}
