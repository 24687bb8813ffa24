package io.narabi.ra.architecture.bad.ra;

import io.narabi.ra.architecture.bad.store.Store;

/** Counter-example: a border that must not be crossed. */
public final class RaKnowsStore {
    public String knows(Store store) {
        return store.toString();
    }
}
