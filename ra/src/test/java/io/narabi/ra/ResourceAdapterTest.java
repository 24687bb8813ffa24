package io.narabi.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.narabi.broker.NarabiBroker;
import io.narabi.config.UrlKey;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaResource;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SessionMode;
import io.narabi.ra.container.TestBroker;
import io.narabi.ra.container.TestEndpoints;
import io.narabi.ra.container.TestServer;
import io.narabi.ra.container.TestXid;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

/** The adapter's configuration, life and recovery. */
class ResourceAdapterTest {

    private static NarabiResourceAdapter adapter(String url) {
        NarabiResourceAdapter adapter = new NarabiResourceAdapter();
        adapter.setUrl(url);
        return adapter;
    }

    @Test
    void everyUrlParameterIsAProperty() throws Exception {
        for (UrlKey<?> key : UrlKey.all()) {
            String name = Character.toUpperCase(key.key().charAt(0)) + key.key().substring(1);
            NarabiResourceAdapter adapter = new NarabiResourceAdapter();
            adapter.getClass().getMethod("set" + name, String.class).invoke(adapter, "text");
            assertThat(adapter.getClass().getMethod("get" + name).invoke(adapter))
                    .as(key.key())
                    .isEqualTo("text");
        }
    }

    @Test
    void aPropertyWinsOverTheUrl() throws Exception {
        NarabiResourceAdapter adapter = adapter("memory:a?prefetch=3&place=true");
        adapter.setPrefetch("7");
        adapter.setRetention("1h");
        assertThat(adapter.brokerUrl().canonical()).isEqualTo("memory:a?place=true&prefetch=7&retention=1h");
    }

    @Test
    void aWrongPropertyFailsTheStartWithItsName() {
        try (TestServer server = new TestServer()) {
            NarabiResourceAdapter wrong = adapter("memory:a");
            wrong.setPrefetch("none");
            assertThatThrownBy(() -> wrong.start(server))
                    .isInstanceOf(ResourceAdapterInternalException.class)
                    .hasMessageContaining("prefetch=none");
            NarabiResourceAdapter unset = new NarabiResourceAdapter();
            assertThatThrownBy(() -> unset.start(server)).hasMessageContaining("url is not set");
            NarabiResourceAdapter slow = adapter("memory:a");
            slow.setDrainTimeout("for ever");
            assertThatThrownBy(() -> slow.start(server)).hasMessageContaining("drainTimeout=for ever");
        }
    }

    @Test
    void equalByConfiguration() throws Exception {
        NarabiResourceAdapter one = adapter("memory:a");
        one.setPassword("secret");
        NarabiResourceAdapter two = adapter("memory:a");
        assertThat(one).isNotEqualTo(two);
        two.setPassword("secret");
        assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);
        two.setDrainTimeout("5s");
        assertThat(one).isNotEqualTo(two);
        assertThat(one.toString()).contains("memory:a").doesNotContain("secret");
        assertThat(adapter("memory:a?password=secret").toString()).doesNotContain("secret");

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(one);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(one);
        }
    }

    /** From start to stop, however many connections come and go, and with several adapters for one broker. */
    @Test
    void holdsTheBroker() throws Exception {
        try (TestServer server = new TestServer()) {
            NarabiBroker owner = NarabiBroker.open("memory:held");
            NarabiResourceAdapter one = adapter("memory:held");
            NarabiResourceAdapter two = adapter("memory:held");
            one.start(server);
            two.start(server);
            assertThatThrownBy(() -> one.start(server)).hasMessageContaining("started already");
            try (TestBroker first = TestBroker.at("memory:held")) {
                first.send("orders", "G", 1);
            }
            one.stop();
            one.stop();
            try (TestBroker second = TestBroker.at("memory:held")) {
                assertThat(second.owed("orders")).isEqualTo(1);
            }
            two.stop();
            owner.close();
        }
    }

    @Test
    void onlyItsOwnSpecsAndOnlyWhileStarted() throws Exception {
        try (Adapter running = Adapter.start()) {
            TestEndpoints bean = TestEndpoints.required(running.server, message -> {});
            assertThatThrownBy(() -> running.adapter.endpointActivation(bean, null))
                    .isInstanceOf(ResourceException.class);
            NarabiActivationSpec spec = running.spec("orders");
            running.adapter.stop();
            assertThatThrownBy(() -> running.adapter.endpointActivation(bean, spec))
                    .hasMessageContaining("not started");
            assertThatThrownBy(() -> running.adapter.getXAResources(null)).hasMessageContaining("not started");
        }
    }

    /** The deployment fails; validate() is not called by every server. */
    @Test
    void aWrongSpecFailsTheActivation() throws Exception {
        try (Adapter running = Adapter.start()) {
            TestEndpoints bean = TestEndpoints.required(running.server, message -> {});
            assertThat(catchThrowableOfType(
                            ResourceException.class, () -> running.activate(bean, s -> s.setMaxSessions("abc"))))
                    .hasMessageContaining("maxSessions=abc");
            assertThat(catchThrowableOfType(
                            ResourceException.class,
                            () -> running.activate(bean, s -> s.setDestinationType("jakarta.jms.Topic"))))
                    .hasMessageContaining("later version");
        }
    }

    /** Recovery comes before, with or without activations, and with whatever specs the server remembers. */
    @Test
    void recoveryFinishesWhatIsInDoubt() throws Exception {
        try (Adapter running = Adapter.start()) {
            Xid xid = new TestXid(1);
            EngineSession session = running.broker.connection().openSession(SessionMode.XA);
            EngineXaResource working =
                    EngineXaResource.of(running.broker.connection().transactions(), session);
            working.start(xid, XAResource.TMNOFLAGS);
            session.send(new SendCommand(DestinationName.queue("orders"), TestBroker.message("G", "G:1")))
                    .toCompletableFuture()
                    .join();
            working.end(xid, XAResource.TMSUCCESS);
            assertThat(working.prepare(xid)).isEqualTo(XAResource.XA_OK);
            session.close();

            for (ActivationSpec[] specs : new ActivationSpec[][] {
                null, {}, {new NarabiActivationSpec()}, {running.spec("orders"), running.spec("other")}
            }) {
                XAResource[] resources = running.adapter.getXAResources(specs);
                assertThat(resources).hasSize(1);
                Xid[] inDoubt = resources[0].recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
                assertThat(inDoubt).hasSize(1);
                assertThat(inDoubt[0].getGlobalTransactionId()).isEqualTo(xid.getGlobalTransactionId());
            }
            assertThat(running.broker.owed("orders")).isZero();
            running.adapter.getXAResources(null)[0].commit(xid, false);
            assertThat(running.broker.owed("orders")).isEqualTo(1);
            assertThat(running.adapter.getXAResources(null)[0].recover(XAResource.TMSTARTRSCAN))
                    .isEmpty();
        }
    }

    @Test
    void recoveryWithoutABrokerSaysSo() throws Exception {
        try (TestServer server = new TestServer()) {
            NarabiResourceAdapter away = adapter("narabi://localhost:1");
            away.start(server);
            XAResource resource = away.getXAResources(new ActivationSpec[0])[0];
            XAException failed =
                    catchThrowableOfType(XAException.class, () -> resource.recover(XAResource.TMSTARTRSCAN));
            assertThat(failed.errorCode).isEqualTo(XAException.XAER_RMFAIL);
            assertThat(failed).hasMessageContaining("narabi://localhost:1");
            away.stop();
        }
    }

    @Test
    void aStopEndsWhatIsActive() throws Exception {
        try (Adapter running = Adapter.start()) {
            running.activate(TestEndpoints.required(running.server, message -> {}));
            await().until(() -> running.broker.owed("orders") == 0
                    && running.broker
                            .admin()
                            .destination(DestinationName.queue("orders"))
                            .isPresent());
            await().until(() -> running.broker.status("orders").consumers() == 8);
            running.adapter.stop();
            assertThat(running.broker.status("orders").consumers()).isZero();
        }
    }
}
