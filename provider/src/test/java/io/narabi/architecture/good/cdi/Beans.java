package io.narabi.architecture.good.cdi;

import io.narabi.architecture.good.jms.Factory;
import jakarta.enterprise.inject.spi.Extension;

/** What is allowed. */
public final class Beans {
    public String knows(Extension known) {
        return known.toString();
    }

    public String knows(Factory known) {
        return known.toString();
    }
}
