package io.narabi.store.index;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** Brings a database to the schema that this version knows, by numbered files of SQL statements. */
final class IndexSchema {

    /** In their order; the first has the number 1. A file that was released is not changed any more. */
    private static final List<String> FILES = List.of("V001__index.sql");

    private IndexSchema() {}

    /** The number of the last file that was run; 0 for a new database. */
    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet tables = statement.executeQuery(
                        "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SYSTEM_TABLES WHERE TABLE_NAME = 'SCHEMA_VERSIONS'")) {
            if (!tables.next() || tables.getInt(1) == 0) {
                return 0;
            }
        }
        try (Statement statement = connection.createStatement();
                ResultSet versions = statement.executeQuery("SELECT MAX(version) FROM schema_versions")) {
            return versions.next() ? versions.getInt(1) : 0;
        }
    }

    /** The number of the last file there is. */
    static int latest() {
        return FILES.size();
    }

    /** Runs the files that have not been run yet. What fails on the way leaves a database that has to be thrown away. */
    static void migrate(Connection connection) throws SQLException, IOException {
        int version = version(connection);
        try (Statement statement = connection.createStatement()) {
            if (version == 0) {
                statement.execute(
                        "CREATE CACHED TABLE schema_versions (version INTEGER PRIMARY KEY, file VARCHAR(200) NOT NULL)");
            }
            for (int next = version + 1; next <= latest(); next++) {
                String file = FILES.get(next - 1);
                for (String sql : statements(file)) {
                    statement.execute(sql);
                }
                try (PreparedStatement done =
                        connection.prepareStatement("INSERT INTO schema_versions VALUES (?, ?)")) {
                    done.setInt(1, next);
                    done.setString(2, file);
                    done.executeUpdate();
                }
            }
        }
        connection.commit();
    }

    private static List<String> statements(String file) throws IOException {
        try (InputStream stream = IndexSchema.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IOException("The schema file " + file + " is missing beside " + IndexSchema.class.getName());
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            String bare = String.join(
                    "\n", text.lines().filter(line -> !line.startsWith("--")).toList());
            return Arrays.stream(bare.split(";\n|;$"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        }
    }
}
