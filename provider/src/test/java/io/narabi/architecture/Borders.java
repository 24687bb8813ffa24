package io.narabi.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Who may know whom among Narabi's own packages. */
final class Borders {

    private static final String[] LEAVES = {"selector", "placement", "config", "runtime"};

    private Borders() {}

    static List<Rule> rules() {
        return List.of(
                new Rule("jms knows engine and the leaves", "jms.JmsKnowsAdmin", r -> knowsOnly(r, "jms", "engine")),
                new Rule(
                        "jms never sees broker",
                        "jms.JmsSeesBroker",
                        r -> noClasses()
                                .that(resideInAPackage(r + ".jms.."))
                                .should()
                                .dependOnClassesThat(resideInAPackage(r + ".broker.."))),
                new Rule(
                        "admin knows engine and the leaves",
                        "admin.AdminKnowsJms",
                        r -> knowsOnly(r, "admin", "engine")),
                new Rule(
                        "ra knows jms, engine and the leaves",
                        "ra.RaKnowsStore",
                        r -> knowsOnly(r, "ra", "jms", "engine")),
                new Rule(
                        "broker knows engine, store and the leaves",
                        "broker.BrokerKnowsJms",
                        r -> knowsOnly(r, "broker", "engine", "store")),
                new Rule(
                        "broker is found through ServiceLoader: only broker knows broker",
                        "remote.RemoteKnowsBroker",
                        r -> knownOnlyTo(r, "broker")),
                new Rule(
                        "lane, redelivery and tx are known by broker and do not know it",
                        "broker.lane.LaneKnowsBroker",
                        r -> noClasses()
                                .that(resideInAnyPackage(
                                        r + ".broker.lane..", r + ".broker.redelivery..", r + ".broker.tx.."))
                                .should()
                                .dependOnClassesThat(resideInAPackage(r + ".broker"))),
                new Rule(
                        "store knows only its own records and runtime",
                        "store.StoreKnowsConfig",
                        r -> knowsOnlyGiven(r, "store", "runtime")),
                new Rule("only broker knows store", "admin.AdminKnowsStore", r -> knownOnlyTo(r, "store", "broker")),
                new Rule(
                        "engine knows only config",
                        "engine.EngineKnowsRuntime",
                        r -> knowsOnlyGiven(r, "engine", "config")),
                new Rule("selector is a leaf", "selector.SelectorKnowsEngine", r -> knowsOnlyGiven(r, "selector")),
                new Rule("placement is a leaf", "placement.PlacementKnowsConfig", r -> knowsOnlyGiven(r, "placement")),
                new Rule("config is a leaf", "config.ConfigKnowsEngine", r -> knowsOnlyGiven(r, "config")),
                new Rule("runtime is a leaf", "runtime.RuntimeKnowsConfig", r -> knowsOnlyGiven(r, "runtime")),
                new Rule("nobody knows ra", "jms.JmsKnowsRa", r -> knownOnlyTo(r, "ra")),
                new Rule("nobody knows cdi", "jms.JmsKnowsCdi", r -> knownOnlyTo(r, "cdi")),
                new Rule("nobody knows remote", "jms.JmsKnowsRemote", r -> knownOnlyTo(r, "remote")),
                new Rule("nobody knows rocketmq", "jms.JmsKnowsRocketmq", r -> knownOnlyTo(r, "rocketmq")),
                new Rule(
                        "no cycles between the packages",
                        "engine.EngineKnowsRuntime",
                        r -> slices().matching(r + ".(*)..").should().beFreeOfCycles()),
                new Rule(
                        "no cycles between the parts of broker",
                        "broker.tx.TxKnowsLane",
                        r -> slices().matching(r + ".broker.(*)..").should().beFreeOfCycles()));
    }

    /** {@code part} may know itself, the leaves, and {@code others}. */
    private static ArchRule knowsOnly(String root, String part, String... others) {
        return knowsOnlyGiven(
                root,
                part,
                Stream.concat(Arrays.stream(LEAVES), Arrays.stream(others)).toArray(String[]::new));
    }

    /** {@code part} may know itself and {@code others}. */
    private static ArchRule knowsOnlyGiven(String root, String part, String... others) {
        return noClasses()
                .that(resideInAPackage(root + "." + part + ".."))
                .should()
                .dependOnClassesThat(
                        resideInAPackage(root + "..").and(resideOutsideOfPackages(packages(root, part, others))));
    }

    /** Only {@code part} itself and {@code others} may know it. */
    private static ArchRule knownOnlyTo(String root, String part, String... others) {
        return noClasses()
                .that(resideOutsideOfPackages(packages(root, part, others)))
                .should()
                .dependOnClassesThat(resideInAPackage(root + "." + part + ".."));
    }

    private static String[] packages(String root, String part, String... others) {
        return Stream.concat(Stream.of(part), Arrays.stream(others))
                .map(name -> root + "." + name + "..")
                .toArray(String[]::new);
    }
}
