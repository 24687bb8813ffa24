package io.narabi.architecture.bad.ra;

import io.narabi.architecture.bad.store.Store;

/** Counter-example: a border that must not be crossed. */
public final class RaKnowsStore {
    public String knows(Store store) {
        return store.toString();
    }
}
