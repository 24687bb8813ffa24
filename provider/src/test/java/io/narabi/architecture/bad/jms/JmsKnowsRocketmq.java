package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.rocketmq.Cluster;

/** Counter-example: a border that must not be crossed. */
public final class JmsKnowsRocketmq {
    public String knows(Cluster cluster) {
        return cluster.toString();
    }
}
