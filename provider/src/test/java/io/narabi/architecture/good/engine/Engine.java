package io.narabi.architecture.good.engine;

import io.narabi.architecture.good.config.Options;

/** What is allowed. */
public final class Engine {
    public String knows(Options known) {
        return known.toString();
    }
}
