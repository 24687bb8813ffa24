package io.narabi.ra;

import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.narabi.broker.NarabiBroker;
import io.narabi.config.DestinationOptions;
import io.narabi.jms.NarabiQueue;
import io.narabi.jms.NarabiTopic;
import io.narabi.ra.container.TestBroker;
import io.narabi.ra.container.TestEndpoints;
import io.narabi.ra.container.TestNaming;
import jakarta.resource.ResourceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not there yet, or goes away, is tried again until it is there, and said once. */
class ReconnectTest {

    private Adapter adapter;
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws ResourceException {
        adapter = Adapter.start();
        TestNaming.clear();
    }

    @AfterEach
    void stop() {
        adapter.close();
    }

    private TestEndpoints bean() {
        return TestEndpoints.required(adapter.server, message -> seen.add(text(message)));
    }

    /** Scenario 72, second half. */
    @Test
    void aLookupThatFindsNothingYet() throws ResourceException {
        try (LogCapture log = new LogCapture()) {
            adapter.activate(bean(), spec -> spec.setDestinationLookup("jms/later"));
            adapter.broker.send("orders", "G", 1);
            await().until(() -> TestNaming.lookups() >= 3);
            assertThat(log.count("jms/later")).isEqualTo(1);

            TestNaming.bind("jms/later", new NarabiQueue("orders"));
            await().until(() -> seen.contains("G:1"));
            assertThat(log.count("jms/later")).isEqualTo(1);
        }
    }

    @Test
    void aLookupThatFindsSomethingElse() {
        TestNaming.bind("jms/text", "orders");
        TestNaming.bind("jms/topic", new NarabiTopic("prices"));

        assertThat(refusal("jms/text")).hasMessageContaining("jms/text").hasMessageContaining("java.lang.String");
        assertThat(refusal("jms/topic")).hasMessageContaining("topic prices").hasMessageContaining("later version");
    }

    private ResourceException refusal(String lookup) {
        return catchThrowableOfType(
                ResourceException.class, () -> adapter.activate(bean(), spec -> spec.setDestinationLookup(lookup)));
    }

    @Test
    void aQueueThatIsNotThereYet() throws ResourceException {
        try (LogCapture log = new LogCapture();
                NarabiBroker strict = NarabiBroker.open("memory:strict?autoCreate=false");
                TestBroker looking = TestBroker.at(strict.url())) {
            NarabiResourceAdapter other = new NarabiResourceAdapter();
            other.setUrl("memory:strict");
            other.setAutoCreate("false");
            other.start(adapter.server);
            NarabiActivationSpec spec = new NarabiActivationSpec();
            spec.setResourceAdapter(other);
            spec.setDestination("orders");
            spec.setMaxSessions("2");
            spec.setMaxDeliveries("4");
            TestEndpoints bean = bean();
            other.endpointActivation(bean, spec);
            await().during(Duration.ofMillis(400)).until(() -> seen.isEmpty());
            assertThat(log.count("autoCreate=false")).isEqualTo(1);

            looking.admin().configure(DestinationOptions.queue("orders"));
            looking.send("orders", "G", 1);
            await().until(() -> seen.contains("G:1"));
            other.stop();
        }
    }

    @Test
    void aBrokerThatGoesAwayAndComesBack() throws ResourceException {
        try (NarabiBroker first = NarabiBroker.open("memory:comes-and-goes")) {
            NarabiResourceAdapter other = new NarabiResourceAdapter();
            other.setUrl(first.url());
            other.start(adapter.server);
            NarabiActivationSpec spec = new NarabiActivationSpec();
            spec.setResourceAdapter(other);
            spec.setDestination("orders");
            TestEndpoints bean = bean();
            other.endpointActivation(bean, spec);
            try (TestBroker looking = TestBroker.at(first.url())) {
                looking.send("orders", "G", 1);
                await().until(() -> seen.contains("G:1"));
            }
            first.close();

            try (TestBroker looking = TestBroker.at("memory:comes-and-goes")) {
                looking.send("orders", "G", 2);
                await().until(() -> seen.contains("G:2"));
                await().until(() -> looking.status("orders").consumers() == NarabiActivationSpec.DEFAULT_MAX_SESSIONS);
            }
            other.stop();
        }
    }
}
