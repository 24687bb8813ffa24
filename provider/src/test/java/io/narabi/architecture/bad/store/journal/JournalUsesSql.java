package io.narabi.architecture.bad.store.journal;

import java.sql.Connection;

/** Counter-example: a library that belongs to another package. */
public final class JournalUsesSql {
    public String uses(Connection connection) {
        return connection.toString();
    }
}
