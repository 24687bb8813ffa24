package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.config.LaneRelease;
import io.narabi.engine.Credentials;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnectionFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Factories and connections: Jakarta Messaging 3.1 §4.1, §6.1. */
class ConnectionTest extends JmsTestBase {

    private Connection unused(String parameters) throws JMSException {
        return closedLater(engine.factory(parameters).createConnection());
    }

    @Test
    void theClientIdentifierIsSetOnceAndFirst() throws JMSException {
        Connection connection = unused("");
        assertThat(connection.getClientID()).isNull();
        assertThat(connection.getMetaData()).isNotNull();

        connection.setClientID("me");

        assertThat(connection.getClientID()).isEqualTo("me");
        assertThatThrownBy(() -> connection.setClientID("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aUsedConnectionTakesNoClientIdentifier() throws JMSException {
        List<JmsExceptions.Call<Connection>> uses = List.of(
                () -> {
                    Connection connection = unused("");
                    connection.createSession();
                    return connection;
                },
                () -> {
                    Connection connection = unused("");
                    connection.start();
                    return connection;
                },
                () -> {
                    Connection connection = unused("");
                    connection.stop();
                    return connection;
                },
                () -> {
                    Connection connection = unused("");
                    connection.setExceptionListener(null);
                    return connection;
                });
        for (JmsExceptions.Call<Connection> use : uses) {
            Connection connection = use.run();
            assertThatThrownBy(() -> connection.setClientID("me")).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aClientIdentifierIsOneConnectionsOnly() throws JMSException {
        unused("").setClientID("me");
        Connection second = unused("");

        assertThatThrownBy(() -> second.setClientID("me")).isInstanceOf(InvalidClientIDException.class);
        assertThatThrownBy(() -> second.setClientID("")).isInstanceOf(InvalidClientIDException.class);
        assertThatThrownBy(() -> second.setClientID(null)).isInstanceOf(InvalidClientIDException.class);
        second.setClientID("you");
    }

    @Test
    void aConfiguredClientIdentifierIsFixed() throws JMSException {
        Connection connection = unused("?clientId=configured");

        assertThat(connection.getClientID()).isEqualTo("configured");
        assertThatThrownBy(() -> connection.setClientID("other")).isInstanceOf(IllegalStateException.class);
        int open = engine.openConnections();
        assertThatThrownBy(() -> unused("?clientId=configured")).isInstanceOf(InvalidClientIDException.class);
        assertThat(engine.openConnections()).as("nothing is left open").isEqualTo(open);
        connection.close();
        unused("?clientId=configured");
    }

    @Test
    void whoConnectsComesFromTheUrlOrTheCall() throws JMSException {
        unused("?user=ann&password=a%26b");
        assertThat(engine.lastCredentials()).isEqualTo(new Credentials(Optional.of("ann"), Optional.of("a&b")));
        closedLater(engine.factory("?user=ann").createConnection("bob", "secret"));
        assertThat(engine.lastCredentials()).isEqualTo(new Credentials(Optional.of("bob"), Optional.of("secret")));

        ConnectionFactory factory = engine.factory("");
        assertThatThrownBy(() -> factory.createConnection("invalid", "x")).isInstanceOf(JMSSecurityException.class);
        assertThatThrownBy(() -> factory.createContext("invalid", "x")).isInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void theExceptionListenerLearnsThatTheEngineIsGone() throws Exception {
        Connection connection = connect("");
        CompletableFuture<JMSException> told = new CompletableFuture<>();
        connection.setExceptionListener(told::complete);
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        CompletableFuture<Object> receiving = inThread(consumer::receive);

        engine.breakConnections();

        assertThat(soon(told).getErrorCode()).isEqualTo("UNAVAILABLE");
        assertThatThrownBy(() -> soon(receiving)).hasCauseInstanceOf(JMSException.class);
    }

    @Test
    void theProviderSaysWhatItIs() throws JMSException {
        ConnectionMetaData data = unused("").getMetaData();

        assertThat(data.getJMSVersion()).isEqualTo("3.1");
        assertThat(data.getJMSMajorVersion()).isEqualTo(3);
        assertThat(data.getJMSMinorVersion()).isEqualTo(1);
        assertThat(data.getJMSProviderName()).isEqualTo("Narabi");
        assertThat(data.getProviderVersion())
                .startsWith(data.getProviderMajorVersion() + "." + data.getProviderMinorVersion());
        assertThat(Collections.list(data.getJMSXPropertyNames()))
                .map(Object::toString)
                .contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
    }

    @Test
    void sessionsHaveTheModeThatWasAskedFor() throws JMSException {
        Connection connection = connect("");
        assertThat(connection.createSession().getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        assertThat(connection.createSession(3).getAcknowledgeMode()).isEqualTo(Session.DUPS_OK_ACKNOWLEDGE);
        assertThat(connection.createSession(true, 77).getTransacted()).isTrue();
        assertThat(connection.createSession(true, 1).getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        assertThat(connection.createSession(false, 2).getTransacted()).isFalse();
        assertThatThrownBy(() -> connection.createSession(false, 0)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> connection.createSession(4)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> connection.createSession().commit()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createSession().rollback()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> connection.createSession(0).recover()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everySessionCanRenew() throws JMSException {
        NarabiSession session = (NarabiSession) session(Session.CLIENT_ACKNOWLEDGE);

        session.renew();

        assertThat(engine.log()).contains("renew");
    }

    @Test
    void settersAreUrlParameters() {
        NarabiConnectionFactory factory = new NarabiConnectionFactory("memory:x?prefetch=7");
        factory.setUser("ann");
        factory.setPassword("p w");
        factory.setClientId("me");
        factory.setPrefetch(100);
        factory.setAckWindow(5);
        factory.setSendTimeout(Duration.ofSeconds(3));
        factory.setPeerTimeout(Duration.ofSeconds(4));
        factory.setPlace(true);
        factory.setLaneRelease(LaneRelease.ON_RETURN);
        factory.setObjectClasses("a.b,c.D");
        factory.setParameter("autoCreate", "false");

        NarabiConnectionFactory same = new NarabiConnectionFactory(
                "memory:x?autoCreate=false&laneRelease=ON_RETURN"
                        + "&objectClasses=a.b,c.D&place=true&peerTimeout=4s&sendTimeout=3s&ackWindow=5&prefetch=100&clientId=me&password=p%20w&user=ann");
        assertThat(factory).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(factory.getUrl()).isEqualTo(same.getUrl());
        assertThat(factory.getParameter("prefetch")).contains("100");
        assertThat(factory.toString())
                .contains("memory:x")
                .doesNotContain("p w")
                .doesNotContain("p%20w");
        assertThatThrownBy(() -> factory.setPrefetch(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prefetch");
        assertThatThrownBy(() -> factory.setParameter("prefech", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NarabiConnectionFactory("nowhere:x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFactoryWithoutUrlSaysSo() {
        NarabiConnectionFactory factory = new NarabiConnectionFactory();
        assertThatThrownBy(factory::createConnection)
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("URL");
        assertThatThrownBy(() -> factory.setPrefetch(1)).isInstanceOf(RuntimeException.class);

        factory.setUrl("memory:late");

        assertThat(factory).isEqualTo(new NarabiConnectionFactory("memory:late"));
    }

    @Test
    void factoriesCanBeSerializedAndBound() throws Exception {
        for (NarabiFactory factory : List.of(
                new NarabiConnectionFactory("memory:x?prefetch=7"),
                new NarabiXAConnectionFactory("memory:x?prefetch=7"))) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(factory);
            }
            Object read;
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                read = in.readObject();
            }
            assertThat(read).isEqualTo(factory);
            Object found = new NarabiObjectFactory().getObjectInstance(factory.getReference(), null, null, null);
            assertThat(found).isEqualTo(factory);
            // What was read works, too.
            try (JMSContext context = ((ConnectionFactory) read).createContext()) {
                assertThat(context.getSessionMode()).isEqualTo(JMSContext.AUTO_ACKNOWLEDGE);
            }
        }
    }

    @Test
    void thePlainFactoryIsNoXaFactory() {
        assertThat((Object) engine.factory("")).isNotInstanceOf(XAConnectionFactory.class);
        assertThat((Object) engine.xaFactory("")).isInstanceOf(XAConnectionFactory.class);
    }
}
