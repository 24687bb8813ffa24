package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.ra.Adapter;

/** Counter-example: a border that must not be crossed. */
public final class JmsKnowsRa {
    public String knows(Adapter adapter) {
        return adapter.toString();
    }
}
