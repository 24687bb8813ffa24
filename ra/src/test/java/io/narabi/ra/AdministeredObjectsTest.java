package io.narabi.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.jms.NarabiObjectFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.junit.jupiter.api.Test;

class AdministeredObjectsTest {

    private static NarabiQueue queue(String name) {
        NarabiQueue queue = new NarabiQueue();
        queue.setPhysicalName(name);
        return queue;
    }

    private static NarabiTopic topic(String name) {
        NarabiTopic topic = new NarabiTopic();
        topic.setPhysicalName(name);
        return topic;
    }

    @Test
    void equalByName() {
        assertThat(queue("a"))
                .isEqualTo(queue("a"))
                .hasSameHashCodeAs(queue("a"))
                .isNotEqualTo(queue("b"));
        assertThat(topic("a")).isEqualTo(topic("a")).isNotEqualTo(topic("b")).isNotEqualTo(queue("a"));
        assertThat(queue("a").getQueueName()).isEqualTo("a");
        assertThat(topic("a").getTopicName()).isEqualTo("a");
    }

    @Test
    void travel() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(queue("a"));
            out.writeObject(topic("b"));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(queue("a"));
            assertThat(in.readObject()).isEqualTo(topic("b"));
        }
    }

    @Test
    void areFoundByReference() throws Exception {
        assertThat(new NarabiObjectFactory().getObjectInstance(queue("a").getReference(), null, null, null))
                .isEqualTo(new io.narabi.jms.NarabiQueue("a"));
        assertThat(new NarabiObjectFactory().getObjectInstance(topic("b").getReference(), null, null, null))
                .isEqualTo(new io.narabi.jms.NarabiTopic("b"));
        assertThatThrownBy(() -> new NarabiQueue().getReference()).isInstanceOf(NamingException.class);
        Reference servers = new Reference("servers");
        NarabiQueue bound = queue("a");
        bound.setReference(servers);
        assertThat(bound.getReference()).isSameAs(servers);
    }
}
