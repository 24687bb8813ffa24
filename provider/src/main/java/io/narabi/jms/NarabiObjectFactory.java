package io.narabi.jms;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes administered objects out of the references that JNDI providers keep of them. Made by JNDI, by name. Thread-safe.
 *
 * <p>Only classes known here are ever made: a reference cannot name any other class.
 */
public final class NarabiObjectFactory implements ObjectFactory {

    /** Public because JNDI asks for it. */
    public NarabiObjectFactory() {}

    /**
     * The object that was bound; null, as JNDI asks, where the reference is none of Narabi's.
     *
     * @throws NamingException if it is Narabi's, but something is missing in it
     */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        if (!(object instanceof Reference reference)) {
            return null;
        }
        String type = reference.getClassName();
        if (type.equals(NarabiQueue.class.getName())) {
            return new NarabiQueue(text(reference, NarabiDestination.PHYSICAL_NAME));
        }
        if (type.equals(NarabiTopic.class.getName())) {
            return new NarabiTopic(text(reference, NarabiDestination.PHYSICAL_NAME));
        }
        if (type.equals(NarabiConnectionFactory.class.getName())) {
            return new NarabiConnectionFactory(text(reference, NarabiFactory.URL));
        }
        if (type.equals(NarabiXAConnectionFactory.class.getName())) {
            return new NarabiXAConnectionFactory(text(reference, NarabiFactory.URL));
        }
        return null;
    }

    private static String text(Reference reference, String key) throws NamingException {
        RefAddr address = reference.get(key);
        if (address == null || !(address.getContent() instanceof String text) || text.isEmpty()) {
            throw new NamingException(
                    "The reference to a " + reference.getClassName() + " has no " + key + ": bind the object again");
        }
        return text;
    }
}
