package io.narabi.architecture.bad.broker;

import io.narabi.architecture.bad.jms.Factory;

/** Counter-example: a border that must not be crossed. */
public final class BrokerKnowsJms {
    public String knows(Factory factory) {
        return factory.toString();
    }
}
