package io.narabi.architecture.bad.jms;

import jakarta.resource.spi.ResourceAdapter;

/** Counter-example: a library that belongs to another package. */
public final class JmsUsesConnectors {
    public String uses(ResourceAdapter resourceAdapter) {
        return resourceAdapter.toString();
    }
}
