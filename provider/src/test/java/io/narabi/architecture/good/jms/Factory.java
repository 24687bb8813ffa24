package io.narabi.architecture.good.jms;

import io.narabi.architecture.good.config.Options;
import io.narabi.architecture.good.engine.Engine;
import io.narabi.architecture.good.runtime.Machine;

/** What is allowed. */
public final class Factory {
    public String knows(Engine known) {
        return known.toString();
    }

    public String knows(Options known) {
        return known.toString();
    }

    public String knows(Machine known) {
        return known.toString();
    }
}
