package io.narabi.architecture.bad.placement;

import io.narabi.architecture.bad.config.Options;

/** Counter-example: a border that must not be crossed. */
public final class PlacementKnowsConfig {
    public String knows(Options options) {
        return options.toString();
    }
}
