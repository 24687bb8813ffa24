package io.narabi.ra.outbound;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidClientIDRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;

/** The simplified API's exceptions (Jakarta Messaging 3.1 §10.3) for those that creating a context can meet, and back. */
final class Unchecked {

    private Unchecked() {}

    /** The classic API's exception for what a context threw. */
    static JMSException checked(JMSRuntimeException unchecked) {
        if (unchecked.getCause() instanceof JMSException original) {
            return original;
        }
        JMSException checked = new JMSException(unchecked.getMessage(), unchecked.getErrorCode());
        checked.initCause(unchecked);
        return checked;
    }

    static JMSRuntimeException of(JMSException checked) {
        String text = String.valueOf(checked.getMessage());
        String code = checked.getErrorCode();
        if (checked instanceof IllegalStateException) {
            return new IllegalStateRuntimeException(text, code, checked);
        }
        if (checked instanceof JMSSecurityException) {
            return new JMSSecurityRuntimeException(text, code, checked);
        }
        if (checked instanceof InvalidClientIDException) {
            return new InvalidClientIDRuntimeException(text, code, checked);
        }
        if (checked instanceof InvalidDestinationException) {
            return new InvalidDestinationRuntimeException(text, code, checked);
        }
        if (checked instanceof ResourceAllocationException) {
            return new ResourceAllocationRuntimeException(text, code, checked);
        }
        return new JMSRuntimeException(text, code, checked);
    }
}
