package io.narabi.architecture.bad.jms;

import io.grpc.Channel;

/** Counter-example: a library that belongs to another package. */
public final class JmsUsesGrpc {
    public String uses(Channel channel) {
        return channel.toString();
    }
}
