package io.narabi.jms;

import io.narabi.engine.DestinationName;
import jakarta.jms.Queue;

/** A queue (Jakarta Messaging 3.1 §4.2). Immutable and thread-safe. */
public class NarabiQueue extends NarabiDestination implements Queue {

    private static final long serialVersionUID = 1L;

    /**
     * The queue of this physical name.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public NarabiQueue(String name) {
        super(name);
    }

    @Override
    public final String getQueueName() {
        return getName();
    }

    @Override
    public final DestinationName toName() {
        return DestinationName.queue(getName());
    }

    @Override
    final Class<? extends NarabiDestination> referencedClass() {
        return NarabiQueue.class;
    }
}
