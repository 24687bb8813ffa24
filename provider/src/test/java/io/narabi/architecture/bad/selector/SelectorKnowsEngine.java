package io.narabi.architecture.bad.selector;

import io.narabi.architecture.bad.engine.Engine;

/** Counter-example: a border that must not be crossed. */
public final class SelectorKnowsEngine {
    public String knows(Engine engine) {
        return engine.toString();
    }
}
