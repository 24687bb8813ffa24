package io.narabi.architecture.good.store.index;

import io.narabi.architecture.good.store.Store;
import java.sql.Connection;

/** What is allowed. */
public final class Index {
    public String knows(Store known) {
        return known.toString();
    }

    public String knows(Connection known) {
        return known.toString();
    }
}
