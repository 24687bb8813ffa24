package io.narabi.architecture.bad.jms;

import jakarta.enterprise.inject.spi.Extension;

/** Counter-example: a library that belongs to another package. */
public final class JmsUsesCdi {
    public String uses(Extension extension) {
        return extension.toString();
    }
}
