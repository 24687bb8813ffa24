package io.narabi.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Which foreign library belongs to which package alone. */
final class Libraries {

    private Libraries() {}

    static List<Rule> rules() {
        return List.of(
                new Rule(
                        "java.sql only in store.index and store.jdbc",
                        "store.journal.JournalUsesSql",
                        r -> only(
                                List.of(r + ".store.index..", r + ".store.jdbc.."),
                                "java.sql..",
                                "javax.sql..",
                                "org.hsqldb..")),
                new Rule("io.grpc only in remote", "jms.JmsUsesGrpc", r -> only(List.of(r + ".remote.."), "io.grpc..")),
                new Rule(
                        "RocketMQ's client only in rocketmq",
                        "jms.JmsUsesRocketmq",
                        r -> only(List.of(r + ".rocketmq.."), "org.apache.rocketmq..")),
                new Rule(
                        "CDI only in cdi",
                        "jms.JmsUsesCdi",
                        r -> only(
                                List.of(r + ".cdi.."),
                                "jakarta.enterprise..",
                                "jakarta.inject..",
                                "jakarta.interceptor..",
                                "jakarta.decorator..")),
                new Rule(
                        "jakarta.resource only in ra",
                        "jms.JmsUsesConnectors",
                        r -> only(List.of(r + ".ra.."), "jakarta.resource..")));
    }

    private static ArchRule only(List<String> owners, String... library) {
        return noClasses()
                .that(resideOutsideOfPackages(owners.toArray(String[]::new)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(library));
    }
}
