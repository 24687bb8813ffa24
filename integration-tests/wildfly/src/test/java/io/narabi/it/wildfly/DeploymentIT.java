package io.narabi.it.wildfly;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narabi.it.wildfly.App.By;
import io.narabi.it.wildfly.App.End;
import io.narabi.it.wildfly.app.Item;
import io.narabi.it.wildfly.app.Names;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Applications that come and go, while the resource adapter stays. */
@ExtendWith({WildFly.class, ArquillianExtension.class})
@RunAsClient
class DeploymentIT {

    private static final int GROUPS = 8;
    private static final int MESSAGES = 50;
    private static final int FEW = 20;
    private static final int MANY = 10_000;
    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ArquillianResource
    @OperateOnDeployment("app")
    private URL url;

    @ArquillianResource
    private Deployer deployer;

    private App app;

    @Deployment(name = "adapter", order = 1, testable = false)
    static ResourceAdapterArchive adapter() {
        return Archives.adapter();
    }

    @Deployment(name = "app", order = 2, testable = false)
    static WebArchive application() {
        return Archives.application();
    }

    @Deployment(name = "late", managed = false, testable = false)
    static WebArchive late() {
        return Archives.late();
    }

    @Deployment(name = "wrong", managed = false, testable = false)
    static WebArchive wrong() {
        return Archives.wrong();
    }

    @BeforeEach
    void connect() {
        app = new App(url);
    }

    @Test
    void nothingIsLostAndAllStaysInOrderWhenTheListenerIsUndeployedAndDeployedAgain() {
        app.send(Names.LATE, By.CONNECTION_FACTORY, End.COMMIT, items(0, MESSAGES));
        List<Item> forwarded = new ArrayList<>();

        deployer.deploy("late");
        await().atMost(PATIENCE).until(() -> takeForwarded(forwarded, FEW) > 0);
        deployer.undeploy("late");
        takeForwarded(forwarded, MANY);
        assertThat(forwarded).as("done before").hasSizeLessThan(GROUPS * MESSAGES);

        int before = forwarded.size();
        app.send(Names.LATE, By.CONNECTION_FACTORY, End.COMMIT, items(MESSAGES, MESSAGES + 5));
        takeForwarded(forwarded, MANY);
        assertThat(forwarded).as("done while nobody listens").hasSize(before);

        deployer.deploy("late");
        try {
            awaitAll(forwarded);
        } finally {
            // Else the adapter could not be undeployed, and the tests of other classes would fail, too.
            deployer.undeploy("late");
        }
        takeForwarded(forwarded, MANY);
        assertThat(byGroup(forwarded)).as("at the end").isEqualTo(byGroup(items(0, MESSAGES + 5)));
    }

    private void awaitAll(List<Item> forwarded) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            takeForwarded(forwarded, MANY);
            assertThat(byGroup(forwarded)).isEqualTo(byGroup(items(0, MESSAGES + 5)));
        });
    }

    @Test
    void aPropertyThatCanNeverBeValidFailsTheDeployment() {
        assertThatThrownBy(() -> deployer.deploy("wrong")).hasStackTraceContaining("maxDeliveries=0");
    }

    /** What there is by now, up to {@code max}, added to {@code forwarded}; how many that makes. */
    private int takeForwarded(List<Item> forwarded, int max) {
        forwarded.addAll(app.receive(Names.LATE + Names.FORWARDED, max, MOMENT));
        return forwarded.size();
    }

    private static Map<String, List<Integer>> byGroup(List<Item> items) {
        return items.stream().collect(groupingBy(Item::group, TreeMap::new, mapping(Item::number, toList())));
    }

    private static List<Item> items(int from, int to) {
        return IntStream.range(from, to)
                .boxed()
                .flatMap(
                        number -> IntStream.range(0, GROUPS).mapToObj(group -> new Item("g" + group, number, Map.of())))
                .toList();
    }
}
