package io.narabi.ra;

import jakarta.jms.Queue;
import jakarta.resource.Referenceable;
import java.io.Serializable;
import java.util.Objects;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The administered object of a queue (Jakarta Messaging 3.1 §13.1; Jakarta Connectors 2.1 §13.4.2.3). Accepted wherever the provider takes
 * a {@code jakarta.jms.Queue}; equal by its physical name. Configured by one thread, then read by any.
 */
public class NarabiQueue implements Queue, Referenceable, Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable String physicalName;
    private @Nullable Reference reference;

    /** Public because servers make it. */
    public NarabiQueue() {}

    /** The queue's name in the broker. */
    public @Nullable String getPhysicalName() {
        return physicalName;
    }

    public void setPhysicalName(@Nullable String physicalName) {
        this.physicalName = UrlProperties.isBlank(physicalName) ? null : physicalName;
    }

    @Override
    public @Nullable String getQueueName() {
        return physicalName;
    }

    @Override
    public void setReference(Reference reference) {
        this.reference = reference;
    }

    /** As the server set it; else one that any JNDI makes the provider's own queue of the same name of. */
    @Override
    public Reference getReference() throws NamingException {
        Reference set = reference;
        String name = physicalName;
        if (set != null) {
            return set;
        }
        if (name == null) {
            throw new NamingException("The queue has no physicalName: set it");
        }
        return new io.narabi.jms.NarabiQueue(name).getReference();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NarabiQueue that && Objects.equals(physicalName, that.physicalName);
    }

    @Override
    public int hashCode() {
        return Objects.hash("queue", physicalName);
    }

    @Override
    public String toString() {
        return "queue " + physicalName;
    }
}
