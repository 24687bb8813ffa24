package io.narabi.architecture.bad.jms;

import io.narabi.architecture.bad.cdi.Extension;

/** Counter-example: a border that must not be crossed. */
public final class JmsKnowsCdi {
    public String knows(Extension extension) {
        return extension.toString();
    }
}
