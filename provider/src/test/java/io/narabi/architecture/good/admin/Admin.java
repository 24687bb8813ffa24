package io.narabi.architecture.good.admin;

import io.narabi.architecture.good.config.Options;
import io.narabi.architecture.good.engine.Engine;

/** What is allowed. */
public final class Admin {
    public String knows(Engine known) {
        return known.toString();
    }

    public String knows(Options known) {
        return known.toString();
    }
}
