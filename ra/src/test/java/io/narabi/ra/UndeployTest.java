package io.narabi.ra;

import static io.narabi.ra.Adapter.count;
import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.ra.container.TestEndpoints;
import jakarta.resource.ResourceException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenario 59: undeployed in the middle of a message, it is finished or cleanly rolled back. */
class UndeployTest {

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch mayLeave = new CountDownLatch(1);

    private void slowly(jakarta.jms.Message message) throws InterruptedException {
        seen.add(text(message) + "/" + count(message));
        entered.countDown();
        if (!mayLeave.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody let the listener go");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aListenerThatReturnsInTimeFinishes(boolean transacted) throws Exception {
        try (Adapter adapter = Adapter.start()) {
            TestEndpoints bean = transacted
                    ? TestEndpoints.required(adapter.server, this::slowly)
                    : TestEndpoints.notSupported(adapter.server, this::slowly);
            NarabiActivationSpec spec = adapter.activate(bean, s -> s.setMaxSessions("1"));
            adapter.broker.send("orders", "G", 1);
            adapter.broker.send("orders", "G", 2);
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Void> undeployed =
                    CompletableFuture.runAsync(() -> adapter.adapter.endpointDeactivation(bean, spec));
            await().until(() -> adapter.server.activeWorks() == 1);
            assertThat(undeployed).isNotDone();
            mayLeave.countDown();
            undeployed.get(30, TimeUnit.SECONDS);

            assertThat(seen).containsExactly("G:1/1");
            assertThat(adapter.broker.owed("orders")).isEqualTo(1);
            assertThat(adapter.broker.status("orders").inFlight()).isZero();
            assertThat(bean.released).hasValue(1);
        }
    }

    /** Its transaction cannot commit any more, and nobody else gets the message before the listener has returned. */
    @Test
    void aListenerThatTakesTooLongRollsBack() throws Exception {
        try (Adapter adapter = Adapter.start(a -> a.setDrainTimeout("100ms"))) {
            TestEndpoints bean = TestEndpoints.required(adapter.server, this::slowly);
            NarabiActivationSpec spec = adapter.activate(bean, s -> s.setMaxSessions("1"));
            adapter.broker.send("orders", "G", 1);
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            adapter.adapter.endpointDeactivation(bean, spec);

            List<String> later = new CopyOnWriteArrayList<>();
            TestEndpoints next =
                    TestEndpoints.required(adapter.server, message -> later.add(text(message) + "/" + count(message)));
            adapter.activate(next);
            adapter.broker.send("orders", "H", 1);
            await().until(() -> later.contains("H:1/1"));
            assertThat(later).containsExactly("H:1/1");

            mayLeave.countDown();
            await().until(() -> adapter.broker.owed("orders") == 0);
            assertThat(later).containsExactly("H:1/1", "G:1/2");
            assertThat(seen).containsExactly("G:1/1");
        }
    }

    /** A second undeployment of the same bean, or of one that never was, does nothing; the other bean on the queue goes on. */
    @Test
    void beansAreToldApartByTheirSpecs() throws ResourceException {
        try (Adapter adapter = Adapter.start()) {
            List<String> one = new CopyOnWriteArrayList<>();
            TestEndpoints bean = TestEndpoints.required(adapter.server, message -> one.add(text(message)));
            NarabiActivationSpec first = adapter.activate(bean);
            NarabiActivationSpec second = adapter.activate(bean);
            adapter.adapter.endpointDeactivation(bean, first);
            adapter.adapter.endpointDeactivation(bean, first);
            adapter.adapter.endpointDeactivation(bean, adapter.spec("orders"));
            adapter.broker.send("orders", "G", 1);
            await().until(() -> one.size() == 1);

            adapter.adapter.endpointDeactivation(bean, second);
            assertThat(adapter.broker.status("orders").consumers()).isZero();
        }
    }

    @Test
    void aBeanMayUndeployItself() throws Exception {
        try (Adapter adapter = Adapter.start()) {
            CompletableFuture<Runnable> undeploy = new CompletableFuture<>();
            TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
                undeploy.get(10, TimeUnit.SECONDS).run();
                seen.add(text(message));
            });
            NarabiActivationSpec spec = adapter.activate(bean);
            undeploy.complete(() -> adapter.adapter.endpointDeactivation(bean, spec));
            adapter.broker.send("orders", "G", 1);

            await().until(() -> adapter.broker.owed("orders") == 0);
            await().until(() -> adapter.broker.status("orders").consumers() == 0);
            assertThat(seen).containsExactly("G:1");
        }
    }
}
