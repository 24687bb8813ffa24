package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.broker.Broker;

/** Counter-example: a border that must not be crossed. */
public final class JmsSeesBroker {
    public String knows(Broker broker) {
        return broker.toString();
    }
}
