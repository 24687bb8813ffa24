package io.narabi.architecture.bad.store;

import io.narabi.architecture.bad.config.Options;

/** Counter-example: a border that must not be crossed. */
public final class StoreKnowsConfig {
    public String knows(Options options) {
        return options.toString();
    }
}
