package io.narabi.architecture.good.ra;

import io.narabi.architecture.good.engine.Engine;
import io.narabi.architecture.good.jms.Factory;
import jakarta.resource.spi.ResourceAdapter;

/** What is allowed. */
public final class Adapter {
    public String knows(Factory known) {
        return known.toString();
    }

    public String knows(Engine known) {
        return known.toString();
    }

    public String knows(ResourceAdapter known) {
        return known.toString();
    }
}
