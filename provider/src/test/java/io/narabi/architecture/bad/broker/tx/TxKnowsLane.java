package io.narabi.architecture.bad.broker.tx;

import io.narabi.architecture.bad.broker.lane.Lane;

/** Counter-example: a border that must not be crossed. */
public final class TxKnowsLane {
    public String knows(Lane lane) {
        return lane.toString();
    }
}
