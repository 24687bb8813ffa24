package io.narabi.ra.outbound;

import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;

/** The sentences for what web and EJB applications must not do. */
final class ApplicationRules {

    private ApplicationRules() {}

    static IllegalStateException forbidden(String method) {
        return new IllegalStateException(text(method));
    }

    static IllegalStateRuntimeException forbiddenUnchecked(String method) {
        return new IllegalStateRuntimeException(text(method));
    }

    static String text(String method) {
        return method
                + " must not be used in a web or EJB application (see its documentation in Jakarta Messaging 3.1)";
    }
}
