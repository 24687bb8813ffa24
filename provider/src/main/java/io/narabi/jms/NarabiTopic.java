package io.narabi.jms;

import io.narabi.engine.DestinationName;
import jakarta.jms.Topic;

/** A topic (Jakarta Messaging 3.1 §4.2). Immutable and thread-safe. */
public class NarabiTopic extends NarabiDestination implements Topic {

    private static final long serialVersionUID = 1L;

    /**
     * The topic of this physical name.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public NarabiTopic(String name) {
        super(name);
    }

    @Override
    public final String getTopicName() {
        return getName();
    }

    @Override
    public final DestinationName toName() {
        return DestinationName.topic(getName());
    }

    @Override
    final Class<? extends NarabiDestination> referencedClass() {
        return NarabiTopic.class;
    }
}
