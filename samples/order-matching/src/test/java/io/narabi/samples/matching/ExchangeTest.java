package io.narabi.samples.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a user starts it. */
class ExchangeTest {

    @TempDir
    Path data;

    @Test
    void tradesAsTheReferenceRunDoes() throws Exception {
        assertThat(run("-Dcrash=false")).contains("4000 orders").contains("equal to the reference run");
    }

    @Test
    void aCrashInTheMiddleChangesNothing() throws Exception {
        assertThat(run("-Dcrash=true")).contains("halted in the middle").contains("equal to the reference run");
    }

    private String run(String crash) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        crash,
                        "-Dorders=4000",
                        "-Dsymbols=20",
                        "-Ddata=" + data.resolve("broker"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.narabi.samples.matching.Main"))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
