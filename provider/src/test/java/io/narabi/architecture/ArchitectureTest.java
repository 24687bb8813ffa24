package io.narabi.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Narabi itself keeps every rule. */
class ArchitectureTest {

    private static final String ROOT = "io.narabi";

    private static final JavaClasses NARABI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    static List<Rule> rules() {
        return ArchitectureRules.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void holds(Rule rule) {
        rule.forRoot(ROOT).check(NARABI);
    }

    /** Else every rule would hold for want of anything to look at. */
    @Test
    void looksAtTheRealClasses() {
        assertThat(NARABI.contain("io.narabi.runtime.Environment")).isTrue();
        assertThat(NARABI.contain("io.narabi.engine.EngineProvider")).isTrue();
        assertThat(NARABI.contain(ArchitectureTest.class)).isFalse();
    }
}
