package io.narabi.jms;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Checks the destinations that an application names. */
final class Destinations {

    private Destinations() {}

    /**
     * The destination as one of ours. A container's administered object stands for the queue or topic of its name.
     *
     * @throws InvalidDestinationException if it is null, neither a queue nor a topic, or has no name
     * @throws JMSException what the object itself throws
     */
    static NarabiDestination own(@Nullable Destination destination) throws JMSException {
        return NarabiDestination.from(destination);
    }

    /**
     * The queue of this name.
     *
     * @throws InvalidDestinationException if it is null or empty
     */
    static NarabiQueue queue(@Nullable String name) throws InvalidDestinationException {
        return new NarabiQueue(checkedName("queue", name));
    }

    /**
     * The topic of this name.
     *
     * @throws InvalidDestinationException if it is null or empty
     */
    static NarabiTopic topic(@Nullable String name) throws InvalidDestinationException {
        return new NarabiTopic(checkedName("topic", name));
    }

    private static String checkedName(String kind, @Nullable String name) throws InvalidDestinationException {
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException(
                    "The name of a " + kind + " must not be " + (name == null ? "null" : "empty"));
        }
        return name;
    }
}
