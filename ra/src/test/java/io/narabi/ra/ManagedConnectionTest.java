package io.narabi.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.jms.NarabiConnectionFactory;
import io.narabi.ra.container.TestBroker;
import io.narabi.ra.container.TestPool;
import io.narabi.ra.container.TestServer;
import io.narabi.ra.outbound.Handle;
import io.narabi.ra.outbound.RaManagedConnection;
import io.narabi.ra.outbound.SignOn;
import jakarta.jms.JMSContext;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.security.PasswordCredential;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server does with managed connections and their factory. */
class ManagedConnectionTest {

    private final TestBroker broker = TestBroker.open();
    private final NarabiManagedConnectionFactory factory = factory();

    @AfterEach
    void close() {
        broker.close();
    }

    private NarabiManagedConnectionFactory factory() {
        NarabiManagedConnectionFactory made = new NarabiManagedConnectionFactory();
        made.setUrl(broker.url());
        return made;
    }

    private static SignOn as(String user) {
        return new SignOn(Optional.of(user), Optional.of("secret"));
    }

    private static void send(ManagedConnection managed, String text) throws Exception {
        try (Handle handle = (Handle) managed.getConnection(null, null)) {
            JMSContext context = handle.use();
            context.createProducer().send(context.createQueue("orders"), text);
        }
    }

    @Test
    void localTransactions() throws Exception {
        ManagedConnection managed = factory.createManagedConnection(null, null);
        LocalTransaction local = managed.getLocalTransaction();
        local.begin();
        assertThatThrownBy(local::begin).isInstanceOf(ResourceException.class);
        send(managed, "kept");
        assertThat(broker.owed("orders")).isZero();
        local.commit();
        assertThat(broker.owed("orders")).isEqualTo(1);

        local.begin();
        send(managed, "dropped");
        local.rollback();
        assertThatThrownBy(local::commit).hasMessageContaining("no local transaction");

        local.begin();
        send(managed, "abandoned");
        managed.cleanup();
        local.begin();
        send(managed, "kept, too");
        local.commit();
        assertThat(broker.owed("orders")).isEqualTo(2);
        managed.destroy();
    }

    /** Recovery comes with neither subject nor request. */
    @Test
    void whoSignsOn() throws Exception {
        Subject container = new Subject();
        PasswordCredential credential = new PasswordCredential("container", "secret".toCharArray());
        credential.setManagedConnectionFactory(factory);
        container.getPrivateCredentials().add(credential);
        PasswordCredential foreign = new PasswordCredential("foreign", new char[0]);
        foreign.setManagedConnectionFactory(new NarabiQueueManagedConnectionFactory());
        Subject other = new Subject();
        other.getPrivateCredentials().add(foreign);

        assertThat(user(factory.createManagedConnection(null, null))).isEmpty();
        assertThat(user(factory.createManagedConnection(null, as("application"))))
                .isEqualTo("application");
        assertThat(user(factory.createManagedConnection(container, as("application"))))
                .isEqualTo("container");
        assertThat(user(factory.createManagedConnection(other, as("application"))))
                .isEqualTo("application");
        NarabiManagedConnectionFactory configured = factory();
        configured.setUserName("configured");
        assertThat(user(configured.createManagedConnection(null, SignOn.AS_CONFIGURED)))
                .isEqualTo("configured");
    }

    private static String user(ManagedConnection managed) throws ResourceException {
        String user = managed.getMetaData().getUserName();
        managed.destroy();
        return user;
    }

    @Test
    void matchesWhoAsks() throws Exception {
        ManagedConnection nobody = factory.createManagedConnection(null, null);
        ManagedConnection somebody = factory.createManagedConnection(null, as("somebody"));
        Set<Object> pooled = Set.of(nobody, somebody, "something else");
        assertThat(factory.matchManagedConnections(pooled, null, null)).isSameAs(nobody);
        assertThat(factory.matchManagedConnections(pooled, null, as("somebody")))
                .isSameAs(somebody);
        assertThat(factory.matchManagedConnections(pooled, null, as("another"))).isNull();
        somebody.destroy();
        assertThat(factory.matchManagedConnections(pooled, null, as("somebody")))
                .isNull();
        assertThat(factory.getInvalidConnections(pooled)).containsExactly(somebody);
        nobody.destroy();
    }

    /** A handle can be moved between connections, and closes once. */
    @Test
    void handles() throws Exception {
        RaManagedConnection one = (RaManagedConnection) factory.createManagedConnection(null, null);
        RaManagedConnection two = (RaManagedConnection) factory.createManagedConnection(null, null);
        Handle handle = (Handle) one.getConnection(null, null);
        JMSContext before = handle.use();
        two.associateConnection(handle);
        assertThat(handle.use()).isNotSameAs(before);
        one.cleanup();
        handle.use();
        two.cleanup();
        assertThatThrownBy(handle::use).isInstanceOf(jakarta.jms.IllegalStateException.class);
        handle.close();
        one.destroy();
        two.destroy();
        assertThatThrownBy(() -> one.getConnection(null, null)).isInstanceOf(ResourceException.class);
    }

    @Test
    void factoriesAreEqualByConfiguration() throws Exception {
        NarabiManagedConnectionFactory same = factory();
        int before = same.hashCode();
        assertThat(same).isEqualTo(factory).hasSameHashCodeAs(factory);
        NarabiResourceAdapter adapter = new NarabiResourceAdapter();
        same.setResourceAdapter(adapter);
        assertThat(same.hashCode()).isEqualTo(before);
        assertThat(same).isNotEqualTo(factory);
        factory.setResourceAdapter(new NarabiResourceAdapter());
        assertThat(same).isEqualTo(factory);
        same.setPrefetch("1");
        assertThat(same).isNotEqualTo(factory);
        NarabiQueueManagedConnectionFactory queues = new NarabiQueueManagedConnectionFactory();
        queues.setUrl(broker.url());
        assertThat(queues).isNotEqualTo(factory());
    }

    /** The adapter's URL and parameters, unless the factory has its own. */
    @Test
    void inheritsFromTheAdapter() throws Exception {
        NarabiResourceAdapter adapter = new NarabiResourceAdapter();
        adapter.setUrl("memory:adapter?place=true");
        adapter.setPrefetch("5");
        NarabiManagedConnectionFactory made = new NarabiManagedConnectionFactory();
        assertThatThrownBy(made::brokerUrl).hasMessageContaining("url is not set");
        made.setResourceAdapter(adapter);
        assertThat(made.brokerUrl().canonical()).isEqualTo("memory:adapter?place=true&prefetch=5");
        made.setPrefetch("7");
        assertThat(made.brokerUrl().canonical()).isEqualTo("memory:adapter?place=true&prefetch=7");
        made.setUrl("memory:own");
        assertThat(made.brokerUrl().canonical()).isEqualTo("memory:own?prefetch=7");
        assertThat(((NarabiConnectionFactory) made.createConnectionFactory()).getUrl())
                .isEqualTo("memory:own?prefetch=7");
        assertThatThrownBy(() -> made.setResourceAdapter(null)).isInstanceOf(ResourceException.class);
    }

    @Test
    void aBrokerThatIsNotThereIsSaidInJms() throws Exception {
        try (TestServer server = new TestServer()) {
            NarabiManagedConnectionFactory away = new NarabiManagedConnectionFactory();
            away.setUrl("narabi://localhost:1");
            jakarta.jms.ConnectionFactory jms =
                    (jakarta.jms.ConnectionFactory) away.createConnectionFactory(new TestPool(server));
            assertThatThrownBy(() -> jms.createConnection().createSession())
                    .isInstanceOf(jakarta.jms.JMSException.class)
                    .hasMessageContaining("narabi://localhost:1");
            assertThatThrownBy(jms::createContext).isInstanceOf(jakarta.jms.JMSRuntimeException.class);
        }
    }
}
