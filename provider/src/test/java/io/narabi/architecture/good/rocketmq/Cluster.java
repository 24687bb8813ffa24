package io.narabi.architecture.good.rocketmq;

import io.narabi.architecture.good.engine.Engine;
import org.apache.rocketmq.client.apis.producer.Producer;

/** What is allowed. */
public final class Cluster {
    public String knows(Producer known) {
        return known.toString();
    }

    public String knows(Engine known) {
        return known.toString();
    }
}
