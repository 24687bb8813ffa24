package io.narabi.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.admin.NarabiAdmin;
import io.narabi.config.DestinationOptions;
import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DESIGN §2.8: a message that kills the JVM reaches its limit, and one that nobody received does not. */
class AttemptsAcrossCrashesIT {

    private static final int WAITING = 10_000;
    private static final int RECEIVED_BEFORE_THE_KILL = 50;

    @TempDir
    Path directory;

    private String url;

    @BeforeEach
    void name() {
        url = "embedded:" + directory.resolve("broker");
    }

    private void configure(int maxDeliveries) {
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            admin.configure(DestinationOptions.queue(ReceiveUntilKilled.QUEUE)
                    .subscription(options -> options.maxDeliveries(maxDeliveries)));
        }
    }

    private void send(List<String> texts) throws Exception {
        try (Connection connection = new NarabiConnectionFactory(url).createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageProducer producer = session.createProducer(session.createQueue(ReceiveUntilKilled.QUEUE));
            for (int i = 0; i < texts.size(); i++) {
                Message message = session.createTextMessage(texts.get(i));
                message.setStringProperty("JMSXGroupID", "g" + i % 100);
                producer.send(message);
            }
            session.commit();
        }
    }

    /** Takes all messages out, with what they say of their deliveries. */
    private List<Message> drain(String queue) throws Exception {
        List<Message> messages = new ArrayList<>();
        try (Connection connection = new NarabiConnectionFactory(url).createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
            // Exhausted messages are moved while this consumer is being told that nothing is there.
            for (Message message = consumer.receive(1_000); message != null; message = consumer.receive(1_000)) {
                messages.add(message);
            }
            session.commit();
        }
        return messages;
    }

    @Test
    void withOneAttemptEachOnlyWhatWasHandedOverIsDeadLettered() throws Exception {
        configure(1);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < WAITING; i++) {
            texts.add("m" + i);
        }
        send(texts);
        int begun = 0;
        List<String> received = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(ReceiveUntilKilled.class, url, "2", "false")) {
            for (Optional<String> line = child.next(); line.isPresent(); line = child.next()) {
                begun += line.get().equals("RECEIVING") ? 1 : 0;
                if (line.get().startsWith("RECEIVED ")) {
                    received.add(line.get().substring("RECEIVED ".length()));
                    if (received.size() == RECEIVED_BEFORE_THE_KILL) {
                        child.kill();
                    }
                }
            }
        }
        List<Message> rest = drain(ReceiveUntilKilled.QUEUE);
        List<Message> dead = drain(ReceiveUntilKilled.QUEUE + ".DLQ");

        System.out.println("AttemptsAcrossCrashesIT: " + received.size() + " received, " + begun + " receives begun, "
                + dead.size() + " dead-lettered, " + rest.size() + " left");
        assertThat(dead).hasSizeLessThanOrEqualTo(begun);
        assertThat(rest.size() + dead.size()).isEqualTo(WAITING);
        List<String> deadTexts = new ArrayList<>();
        for (Message message : dead) {
            deadTexts.add(message.getBody(String.class));
        }
        assertThat(deadTexts).as("what the application had in hand").containsAll(received);
        for (Message message : rest) {
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(message.getJMSRedelivered()).isFalse();
        }
    }

    @Test
    void aMessageThatKillsTheJvmReachesItsLimitAndNothingElseDoes() throws Exception {
        configure(3);
        send(List.of("a", ReceiveUntilKilled.POISON, "b", "c"));
        assertThat(runUntilItDies()).containsExactly("a", ReceiveUntilKilled.POISON);
        assertThat(runUntilItDies()).containsExactly(ReceiveUntilKilled.POISON);
        assertThat(runUntilItDies()).containsExactly(ReceiveUntilKilled.POISON);

        List<Message> rest = drain(ReceiveUntilKilled.QUEUE);
        List<Message> dead = drain(ReceiveUntilKilled.QUEUE + ".DLQ");
        assertThat(dead).singleElement().satisfies(message -> {
            assertThat(message.getBody(String.class)).isEqualTo(ReceiveUntilKilled.POISON);
            assertThat(message.getIntProperty("JMS_NARABI_DEAD_DELIVERIES")).isEqualTo(3);
        });
        assertThat(rest).hasSize(2);
        assertThat(rest.get(0).getBody(String.class)).isEqualTo("b");
        assertThat(rest.get(1).getBody(String.class)).isEqualTo("c");
    }

    private List<String> runUntilItDies() throws Exception {
        List<String> received = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(ReceiveUntilKilled.class, url, "1", "true")) {
            for (Optional<String> line = child.next(); line.isPresent(); line = child.next()) {
                if (line.get().startsWith("RECEIVED ")) {
                    received.add(line.get().substring("RECEIVED ".length()));
                }
            }
        }
        return received;
    }
}
