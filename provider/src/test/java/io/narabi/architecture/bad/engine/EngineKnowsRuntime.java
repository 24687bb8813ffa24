package io.narabi.architecture.bad.engine;

import io.narabi.architecture.bad.runtime.Machine;

/** Counter-example: a border that must not be crossed. */
public final class EngineKnowsRuntime {
    public String knows(Machine machine) {
        return machine.toString();
    }
}
