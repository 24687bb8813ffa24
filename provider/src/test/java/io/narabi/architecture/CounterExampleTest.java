package io.narabi.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule can fail: the tree {@code bad} breaks each, the tree {@code good} comes close and breaks none. */
class CounterExampleTest {

    private static final String BAD = "io.narabi.architecture.bad";
    private static final String GOOD = "io.narabi.architecture.good";

    private static final JavaClasses BAD_CLASSES = new ClassFileImporter().importPackages(BAD);
    private static final JavaClasses GOOD_CLASSES = new ClassFileImporter().importPackages(GOOD);

    static List<Rule> rules() {
        return ArchitectureRules.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void everyMethodOfTheCounterExampleIsReported(Rule rule) {
        JavaClass counterExample = BAD_CLASSES.get(BAD + "." + rule.counterExample());
        List<String> report =
                rule.forRoot(BAD).evaluate(BAD_CLASSES).getFailureReport().getDetails();

        assertThat(counterExample.getMethods()).isNotEmpty();
        assertThat(counterExample.getMethods())
                .extracting(JavaCodeUnit::getFullName)
                .allSatisfy(method -> assertThat(report).anyMatch(line -> line.contains(method)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void whatIsAllowedIsNotReported(Rule rule) {
        assertThat(GOOD_CLASSES).hasSizeGreaterThan(10);

        assertThat(rule.forRoot(GOOD).evaluate(GOOD_CLASSES).getFailureReport().getDetails())
                .isEmpty();
    }
}
