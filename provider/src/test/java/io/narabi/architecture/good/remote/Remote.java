package io.narabi.architecture.good.remote;

import io.grpc.Channel;
import io.narabi.architecture.good.engine.Engine;

/** What is allowed. */
public final class Remote {
    public String knows(Channel known) {
        return known.toString();
    }

    public String knows(Engine known) {
        return known.toString();
    }
}
