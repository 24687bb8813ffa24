package io.narabi.ra;

import static io.narabi.ra.Adapter.count;
import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.ra.container.TestEndpoints;
import jakarta.resource.ResourceException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the server's side of a delivery does wrong, no message is lost or counted for nothing, and no slot is. */
class ServerFaultsTest {

    private Adapter adapter;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws ResourceException {
        adapter = Adapter.start();
    }

    @AfterEach
    void stop() {
        adapter.close();
    }

    private TestEndpoints recording() {
        return TestEndpoints.required(adapter.server, message -> seen.add(text(message) + "/" + count(message)));
    }

    private void awaitEmpty() {
        await().atMost(Duration.ofSeconds(30)).until(() -> adapter.broker.owed("orders") == 0);
    }

    /** Scenario 57: release() and afterDelivery() throw again and again; then all slots still work, at once. */
    @Test
    void capacityIsUnchangedAfterReleaseAndAfterDeliveryThrew() throws ResourceException {
        int slots = 4;
        CyclicBarrier all = new CyclicBarrier(slots);
        Set<String> together = ConcurrentHashMap.newKeySet();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            if (text(message).startsWith("together")) {
                all.await(20, TimeUnit.SECONDS);
                together.add(text(message));
            }
        });
        bean.failAfter.set(-1);
        bean.failRelease.set(-1);
        adapter.activate(bean, spec -> spec.setMaxSessions("4"));
        for (int i = 0; i < 100; i++) {
            adapter.broker.send("orders", "g" + i, 1);
        }
        awaitEmpty();
        assertThat(bean.released.get()).isGreaterThanOrEqualTo(100);

        bean.failAfter.set(0);
        bean.failRelease.set(0);
        for (int i = 0; i < slots; i++) {
            adapter.broker.send("orders", "together" + i, 1);
        }
        awaitEmpty();
        assertThat(together).hasSize(slots);
    }

    /** The server forgets a transaction: the branch keeps its lane, as nobody knows its outcome; the slot goes on with other lanes. */
    @Test
    void anAbandonedBranchKeepsItsLaneAndCostsNoSlot() throws ResourceException {
        TestEndpoints bean = recording();
        bean.abandon.set(1);
        adapter.activate(bean, spec -> spec.setMaxSessions("1"));
        adapter.broker.send("orders", "A", 1);
        await().until(() -> seen.size() == 1);
        adapter.broker.send("orders", "A", 2);
        adapter.broker.send("orders", "B", 1);

        await().until(() -> seen.contains("B:1/1"));
        assertThat(seen).containsExactly("A:1/1", "B:1/1");
        assertThat(adapter.broker.owed("orders")).isEqualTo(2);
    }

    @Test
    void aFailedBeforeDeliveryCountsNothing() throws ResourceException {
        TestEndpoints bean = recording();
        bean.failBefore.set(3);
        adapter.broker.send("orders", "G", 1);
        adapter.broker.send("orders", "G", 2);
        adapter.activate(bean);
        awaitEmpty();

        assertThat(seen).containsExactly("G:1/1", "G:2/1");
        assertThat(bean.failBefore).hasValue(0);
    }

    @Test
    void anEndpointThatIsNotThereYetCountsNothingAndIsSaidOnce() throws ResourceException {
        TestEndpoints bean = recording();
        bean.failCreate.set(6);
        try (LogCapture log = new LogCapture()) {
            adapter.broker.send("orders", "G", 1);
            adapter.activate(bean, spec -> spec.setMaxSessions("1"));
            awaitEmpty();
            assertThat(log.count("the server has no endpoint")).isEqualTo(1);
        }
        assertThat(seen).containsExactly("G:1/1");
        assertThat(bean.failCreate).hasValue(0);
    }

    /**
     * WildFly undeploys: it calls no listener any more, throws instead, and commits. The message stays, and is tried next after a while,
     * so that a limit of few deliveries is not used up before the endpoint is deactivated.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aListenerThatTheServerDoesNotCallLosesNothing(boolean registry) throws ResourceException {
        adapter.close();
        adapter = Adapter.start(a -> {}, registry);
        TestEndpoints bean = recording();
        bean.refuse.set(-1);
        adapter.broker.send("orders", "G", 1);
        adapter.broker.send("orders", "G", 2);
        NarabiActivationSpec spec = adapter.activate(bean, s -> {
            s.setMaxSessions("2");
            s.setMaxDeliveries("3");
        });
        await().until(() -> bean.released.get() > 0);
        adapter.adapter.endpointDeactivation(bean, spec);
        assertThat(adapter.broker.owed("orders")).isEqualTo(2);
        assertThat(bean.created).hasValue(1);

        bean.refuse.set(0);
        adapter.activate(bean, s -> s.setMaxDeliveries("3"));
        awaitEmpty();

        assertThat(seen).containsExactly("G:1/2", "G:2/1");
    }

    @Test
    void deliveriesGoOnWhenTheServerCallsListenersAgain() throws ResourceException {
        TestEndpoints bean = recording();
        bean.refuse.set(1);
        adapter.broker.send("orders", "G", 1);
        adapter.activate(bean, spec -> spec.setMaxSessions("2"));
        awaitEmpty();

        assertThat(seen).containsExactly("G:1/2");
    }

    /** Delivered without the transaction that the bean asked for, it might be lost: it is not delivered. */
    @Test
    void aResourceThatTheServerDoesNotEnlistGetsNothing() throws ResourceException {
        TestEndpoints bean = recording();
        bean.skipEnlist.set(3);
        adapter.broker.send("orders", "G", 1);
        adapter.activate(bean);
        awaitEmpty();

        assertThat(seen).containsExactly("G:1/1");
        assertThat(bean.skipEnlist).hasValue(0);
    }
}
