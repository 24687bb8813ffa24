package io.narabi.it.wildfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.it.wildfly.App.By;
import io.narabi.it.wildfly.App.End;
import io.narabi.it.wildfly.app.Item;
import io.narabi.it.wildfly.app.Names;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.arquillian.container.test.api.ContainerController;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.container.test.api.TargetsContainer;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server goes down in the middle of two-phase commits, and its transaction manager finishes them when it is up again. */
@ExtendWith({WildFly.class, ArquillianExtension.class})
@RunAsClient
class RecoveryIT {

    private static final String SERVER = "crash";
    private static final String SENT = "it.sent-in-doubt";
    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ArquillianResource
    private ContainerController servers;

    @ArquillianResource
    private Deployer deployer;

    @Deployment(name = "crash-adapter", managed = false, testable = false)
    @TargetsContainer(SERVER)
    static ResourceAdapterArchive adapter() {
        return Archives.adapter();
    }

    @Deployment(name = "crash-app", managed = false, testable = false)
    @TargetsContainer(SERVER)
    static WebArchive application() {
        return Archives.application();
    }

    @Test
    void whatIsInDoubtWhenTheServerGoesDownIsFinishedWhenItIsUpAgain() throws IOException {
        App app = new App(WildFly.crash().url("app"));
        servers.start(SERVER);
        try {
            deployer.deploy("crash-adapter");
            deployer.deploy("crash-app");
            // Inbound, prepared and not decided: to be rolled back.
            app.send(Names.CRASHING, By.CONNECTION_FACTORY, End.COMMIT, List.of(hanging(0), item(1), item(2)));
            // Outbound, decided, and not committed: to be committed.
            app.sendAndCrash(SENT, List.of(item(0), item(1)));
            servers.stop(SERVER);
            servers.start(SERVER);

            assertThat(awaitItems(app, SENT, 2)).extracting(Item::number).containsExactly(0, 1);
            assertThat(awaitItems(app, Names.CRASHING + Names.FORWARDED, 3))
                    .extracting(Item::number)
                    .containsExactly(0, 1, 2);
            // After a crash also the others might have been handed over before, as far as the broker knows.
            assertThat(app.attempts(Names.CRASHING))
                    .allSatisfy(attempt -> assertThat(attempt.committed()).isTrue())
                    .first()
                    .satisfies(attempt -> assertThat(attempt.delivery()).isEqualTo(2));
        } finally {
            servers.stop(SERVER);
        }
        ServerLog.of(WildFly.crash()).assertCleanButForUnknownResources();
    }

    /** Waits for as many, and once more for one too many. */
    private static List<Item> awaitItems(App app, String queue, int number) {
        List<Item> items = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            items.addAll(app.receive(queue, number + 1, MOMENT));
            return items.size() >= number;
        });
        items.addAll(app.receive(queue, 1, MOMENT));
        return items;
    }

    private static Item hanging(int number) {
        return new Item("g", number, Map.of(Names.HANGS, "true"));
    }

    private static Item item(int number) {
        return new Item("g", number, Map.of());
    }
}
