package io.narabi.ra.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.narabi.ra.architecture.bad.ra.RaKnowsStore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The resource adapter reaches the provider through {@code jms}, {@code engine} and the leaves, so that any engine can stand behind it.
 */
class RaArchitectureTest {

    @Test
    void knowsOnlyJmsEngineAndTheLeaves() {
        border("io.narabi")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("io.narabi.ra"));
    }

    @Test
    void counterExampleIsReported() {
        String bad = "io.narabi.ra.architecture.bad";

        assertThat(border(bad)
                        .evaluate(new ClassFileImporter().importPackages(bad))
                        .getFailureReport()
                        .getDetails())
                .anyMatch(line -> line.contains(RaKnowsStore.class.getName()));
    }

    private static ArchRule border(String root) {
        String[] known = Stream.of("ra", "jms", "engine", "selector", "placement", "config", "runtime")
                .map(part -> root + "." + part + "..")
                .toArray(String[]::new);
        return noClasses()
                .that(resideInAPackage(root + ".ra.."))
                .should()
                .dependOnClassesThat(resideInAPackage(root + "..").and(resideOutsideOfPackages(known)))
                .allowEmptyShould(true);
    }
}
