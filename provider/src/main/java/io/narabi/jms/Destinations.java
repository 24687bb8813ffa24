package io.narabi.jms;

import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import org.jspecify.annotations.Nullable;

/** Checks the destinations that an application names. */
final class Destinations {

    private Destinations() {}

    /**
     * The destination as one of ours.
     *
     * @throws InvalidDestinationException if it is null or another provider's
     */
    static NarabiDestination own(@Nullable Destination destination) throws InvalidDestinationException {
        if (destination instanceof NarabiDestination own) {
            return own;
        }
        if (destination == null) {
            throw new InvalidDestinationException("A destination is needed, but was null");
        }
        throw new InvalidDestinationException("The destination " + destination + " is a "
                + destination.getClass().getName() + ", not one of Narabi's: create it with a session's createQueue or"
                + " createTopic, or bind a NarabiQueue or NarabiTopic");
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
