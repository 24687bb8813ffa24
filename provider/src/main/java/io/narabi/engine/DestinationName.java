package io.narabi.engine;

/**
 * A destination: queues and topics are two separate namespaces.
 *
 * @param kind queue or topic
 * @param name the physical name; not empty
 */
public record DestinationName(Kind kind, String name) {

    /** Queue or topic. */
    public enum Kind {
        QUEUE,
        TOPIC
    }

    public DestinationName {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A destination's name must not be empty");
        }
    }

    public static DestinationName queue(String name) {
        return new DestinationName(Kind.QUEUE, name);
    }

    public static DestinationName topic(String name) {
        return new DestinationName(Kind.TOPIC, name);
    }

    /** As users read it in messages and logs: {@code queue orders}. */
    @Override
    public String toString() {
        return (kind == Kind.QUEUE ? "queue " : "topic ") + name;
    }
}
