package io.narabi.architecture.bad.runtime;

import io.narabi.architecture.bad.config.Options;

/** Counter-example: a border that must not be crossed. */
public final class RuntimeKnowsConfig {
    public String knows(Options options) {
        return options.toString();
    }
}
