package io.narabi.architecture.bad.admin;

import io.narabi.architecture.bad.jms.Factory;

/** Counter-example: a border that must not be crossed. */
public final class AdminKnowsJms {
    public String knows(Factory factory) {
        return factory.toString();
    }
}
