package io.narabi.architecture.bad.broker.lane;

import io.narabi.architecture.bad.broker.Broker;

/** Counter-example: a border that must not be crossed. */
public final class LaneKnowsBroker {
    public String knows(Broker broker) {
        return broker.toString();
    }
}
