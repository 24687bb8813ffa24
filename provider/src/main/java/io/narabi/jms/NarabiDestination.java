package io.narabi.jms;

import io.narabi.engine.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.Serializable;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * A queue or topic (Jakarta Messaging 3.1 §4.2): its kind and its physical name, and nothing of any connection. Two destinations are
 * equal when kind and name are.
 *
 * <p>Immutable and thread-safe; can be serialized and bound in JNDI (§4.2: destinations are administered objects).
 */
public abstract class NarabiDestination implements Destination, Referenceable, Serializable {

    private static final long serialVersionUID = 1L;

    /** The {@link StringRefAddr} type that holds the physical name in a {@link Reference}. */
    static final String PHYSICAL_NAME = "physicalName";

    private final String name;

    NarabiDestination(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A destination's name must not be empty");
        }
        this.name = name;
    }

    /** The destination of this name. */
    public static NarabiDestination of(DestinationName name) {
        return name.kind() == DestinationName.Kind.QUEUE ? new NarabiQueue(name.name()) : new NarabiTopic(name.name());
    }

    /**
     * The Narabi destination that {@code destination} stands for: itself, or the queue or topic of the same name where it is another
     * provider's or a container's object.
     *
     * @throws InvalidDestinationException if it is null, neither a queue nor a topic, both at once, or has no name
     */
    public static NarabiDestination from(@Nullable Destination destination) throws JMSException {
        if (destination instanceof NarabiDestination own) {
            return own;
        }
        if (destination == null) {
            throw new InvalidDestinationException("A destination is needed, but was null");
        }
        boolean queue = destination instanceof Queue;
        boolean topic = destination instanceof Topic;
        if (queue == topic) {
            throw new InvalidDestinationException("A destination must be either a queue or a topic; this "
                    + destination.getClass().getName() + " is " + (queue ? "both" : "neither"));
        }
        String name = queue ? ((Queue) destination).getQueueName() : ((Topic) destination).getTopicName();
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException(
                    "The destination of " + destination.getClass().getName() + " has no name");
        }
        return queue ? new NarabiQueue(name) : new NarabiTopic(name);
    }

    /** The physical name. */
    public final String getName() {
        return name;
    }

    /** Kind and name, as the engine knows them. */
    public abstract DestinationName toName();

    /** The class that a {@link Reference} names: what is found again, also where this is a subclass. */
    abstract Class<? extends NarabiDestination> referencedClass();

    /** For JNDI: {@link NarabiObjectFactory} makes an equal destination of it. */
    @Override
    public final Reference getReference() {
        return new Reference(
                referencedClass().getName(),
                new StringRefAddr(PHYSICAL_NAME, name),
                NarabiObjectFactory.class.getName(),
                null);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof NarabiDestination that && toName().equals(that.toName());
    }

    @Override
    public final int hashCode() {
        return toName().hashCode();
    }

    /** As users read it in messages and logs: {@code queue orders}. */
    @Override
    public String toString() {
        return toName().toString();
    }
}
