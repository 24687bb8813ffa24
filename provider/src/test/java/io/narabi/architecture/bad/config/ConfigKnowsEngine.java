package io.narabi.architecture.bad.config;

import io.narabi.architecture.bad.engine.Engine;

/** Counter-example: a border that must not be crossed. */
public final class ConfigKnowsEngine {
    public String knows(Engine engine) {
        return engine.toString();
    }
}
