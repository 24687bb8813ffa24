package io.narabi.samples.searchsync.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void pathsBecomeAbsoluteAndAnEmptyRepositoryIsNone() {
        Options options = Options.parse(
                "--resource-adapter=/a.rar",
                "--application=/b.war",
                "--work=w/../x",
                "--checkout=/c=d",
                "--repository=");
        assertThat(options.resourceAdapter()).isEqualTo(Path.of("/a.rar"));
        assertThat(options.application()).isEqualTo(Path.of("/b.war"));
        assertThat(options.work()).isEqualTo(Path.of("x").toAbsolutePath());
        assertThat(options.checkout()).isEqualTo(Path.of("/c=d"));
        assertThat(options.repository()).isEmpty();
    }

    @Test
    void aRelativeRepositoryIsMeantFromHere() {
        assertThat(Options.parse(
                                "--resource-adapter=r",
                                "--application=a",
                                "--work=w",
                                "--checkout=c",
                                "--repository=../other")
                        .repository())
                .contains(Path.of("../other").toAbsolutePath().normalize());
    }

    @Test
    void whatIsMissingOrUnknownIsNamed() {
        assertThatThrownBy(() -> Options.parse("--resource-adapter=r", "--application=a", "--checkout=c"))
                .hasMessage("The argument --work=PATH is missing");
        assertThatThrownBy(() -> Options.parse(
                        "--resource-adapter=r", "--application=a", "--work=w", "--checkout=c", "--depth=1"))
                .hasMessage("Unknown arguments: [depth]");
        assertThatThrownBy(() -> Options.parse("repo")).hasMessageEndingWith("--name=value: repo");
    }
}
