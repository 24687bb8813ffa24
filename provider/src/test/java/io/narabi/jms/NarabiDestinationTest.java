package io.narabi.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.narabi.engine.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Hashtable;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import javax.naming.spi.ObjectFactory;
import org.junit.jupiter.api.Test;

/** Jakarta Messaging 3.1 §4.2: destinations are administered objects. */
class NarabiDestinationTest {

    private static final ObjectFactory FACTORY = new NarabiObjectFactory();

    @Test
    void kindAndNameMakeADestination() {
        NarabiQueue queue = new NarabiQueue("a");

        assertThat(queue).isEqualTo(new NarabiQueue("a")).hasSameHashCodeAs(new NarabiQueue("a"));
        assertThat(queue).isNotEqualTo(new NarabiQueue("b")).isNotEqualTo(new NarabiTopic("a"));
        assertThat(queue.getQueueName()).isEqualTo("a");
        assertThat(new NarabiTopic("t").getTopicName()).isEqualTo("t");
        assertThat(queue).hasToString("queue a");
        assertThatIllegalArgumentException().isThrownBy(() -> new NarabiTopic(""));
    }

    @Test
    void theEnginesNamesAreConvertedBothWays() {
        for (DestinationName name : new DestinationName[] {DestinationName.queue("x"), DestinationName.topic("x")}) {
            assertThat(NarabiDestination.of(name).toName()).isEqualTo(name);
        }
        assertThat(NarabiDestination.of(DestinationName.queue("x"))).isInstanceOf(Queue.class);
        assertThat(NarabiDestination.of(DestinationName.topic("x"))).isInstanceOf(Topic.class);
    }

    @Test
    void survivesSerialization() throws Exception {
        for (NarabiDestination destination :
                new NarabiDestination[] {new NarabiQueue("\u00fc x"), new NarabiTopic("t")}) {
            assertThat(serializedAndBack(destination)).isEqualTo(destination);
        }
    }

    @Test
    void isFoundAgainThroughItsJndiReference() throws Exception {
        for (NarabiDestination destination :
                new NarabiDestination[] {new NarabiQueue("q"), new NarabiTopic("q"), new NarabiQueue("q") {}}) {
            Reference reference = (Reference) serializedAndBack(destination.getReference());

            Object found = NamingManager.getObjectInstance(reference, null, null, new Hashtable<>());

            assertThat(found).isEqualTo(destination);
        }
    }

    @Test
    void referencesOfOthersAreLeftToOthers() throws Exception {
        assertThat(FACTORY.getObjectInstance("text", null, null, null)).isNull();
        assertThat(FACTORY.getObjectInstance(new Reference("java.lang.Runtime"), null, null, null))
                .isNull();
    }

    @Test
    void aReferenceWithoutAUsableNameIsRefused() {
        String type = NarabiQueue.class.getName();
        for (Reference broken : new Reference[] {
            new Reference(type),
            new Reference(type, new StringRefAddr("physicalName", "")),
            new Reference(type, new StringRefAddr("physicalName", null))
        }) {
            assertThatExceptionOfType(NamingException.class)
                    .isThrownBy(() -> FACTORY.getObjectInstance(broken, null, null, null))
                    .withMessageContaining("physicalName");
        }
    }

    @Test
    void anotherProvidersDestinationStandsForTheOneOfItsName() throws JMSException {
        Queue foreignQueue = () -> "q";
        Topic foreignTopic = () -> "t";
        NarabiQueue own = new NarabiQueue("own");

        assertThat(NarabiDestination.from(foreignQueue)).isEqualTo(new NarabiQueue("q"));
        assertThat(NarabiDestination.from(foreignTopic)).isEqualTo(new NarabiTopic("t"));
        assertThat(NarabiDestination.from(own)).isSameAs(own);
    }

    @Test
    void whatIsNoQueueAndNoTopicIsRefused() {
        Destination neither = new Destination() {};
        Queue nameless = () -> null;
        Queue empty = () -> "";

        for (Destination wrong : new Destination[] {null, neither, new Both(), nameless, empty}) {
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> NarabiDestination.from(wrong));
        }
    }

    private static Object serializedAndBack(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    private static final class Both implements Queue, Topic {
        @Override
        public String getQueueName() {
            return "q";
        }

        @Override
        public String getTopicName() {
            return "t";
        }
    }
}
