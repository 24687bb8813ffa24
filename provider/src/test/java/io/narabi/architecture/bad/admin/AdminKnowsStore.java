package io.narabi.architecture.bad.admin;

import io.narabi.architecture.bad.store.Store;

/** Counter-example: a border that must not be crossed. */
public final class AdminKnowsStore {
    public String knows(Store store) {
        return store.toString();
    }
}
