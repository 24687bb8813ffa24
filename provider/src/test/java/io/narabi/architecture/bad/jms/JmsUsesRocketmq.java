package io.narabi.architecture.bad.jms;

import org.apache.rocketmq.client.apis.producer.Producer;

/** Counter-example: a library that belongs to another package. */
public final class JmsUsesRocketmq {
    public String uses(Producer producer) {
        return producer.toString();
    }
}
