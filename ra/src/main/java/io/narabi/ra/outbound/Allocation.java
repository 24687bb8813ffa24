package io.narabi.ra.outbound;

import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;

/** Gets handles from the server and speaks JMS about what goes wrong. */
final class Allocation {

    private Allocation() {}

    static Handle handle(ConnectionManager manager, ManagedConnectionFactory factory, SignOn signOn)
            throws JMSException {
        Object allocated;
        try {
            allocated = manager.allocateConnection(factory, signOn);
        } catch (ResourceException failure) {
            throw translate(failure);
        }
        if (allocated instanceof Handle handle) {
            return handle;
        }
        throw new JMSException(
                "The server allocated a " + allocated + " where Narabi's connection handle was asked for");
    }

    /** The JMS exception that the pool's is about, if there is one: servers wrap. */
    private static JMSException translate(ResourceException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JMSException jms) {
                return jms;
            }
        }
        String text = String.valueOf(failure.getMessage());
        JMSException translated = failure instanceof jakarta.resource.spi.SecurityException
                ? new JMSSecurityException(text)
                : new ResourceAllocationException("The server has no connection to give: " + text);
        translated.setLinkedException(failure);
        translated.initCause(failure);
        return translated;
    }
}
