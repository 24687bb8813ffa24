package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.remote.Remote;

/** Counter-example: a border that must not be crossed. */
public final class JmsKnowsRemote {
    public String knows(Remote remote) {
        return remote.toString();
    }
}
