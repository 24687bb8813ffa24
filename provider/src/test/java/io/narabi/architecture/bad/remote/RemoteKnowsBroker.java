package io.narabi.architecture.bad.remote;

import io.narabi.architecture.bad.broker.Broker;

/** Counter-example: a border that must not be crossed. */
public final class RemoteKnowsBroker {
    public String knows(Broker broker) {
        return broker.toString();
    }
}
