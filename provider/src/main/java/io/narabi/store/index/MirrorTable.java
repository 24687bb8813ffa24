package io.narabi.store.index;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table that is made equal to rows that somebody has: only what differs is written, as the log would else grow by all of it each time. A
 * value is an Integer, a Long, a String or a ByteBuffer over a whole array.
 *
 * @param name of the table
 * @param keys the columns of its primary key
 * @param others its other columns
 */
record MirrorTable(String name, List<String> keys, List<String> others) {

    /**
     * Makes the table equal to {@code wanted}, in the transaction that is open.
     *
     * @param wanted rows by their key
     */
    void replace(HsqlDatabase database, Map<List<Object>, List<Object>> wanted) throws SQLException {
        Map<List<Object>, List<Object>> found = read(database);
        for (Map.Entry<List<Object>, List<Object>> row : found.entrySet()) {
            if (!row.getValue().equals(wanted.get(row.getKey()))) {
                execute(database, "DELETE FROM " + name + " WHERE " + equalsEach(keys), row.getKey());
            }
        }
        String marks =
                Stream.concat(keys.stream(), others.stream()).map(column -> "?").collect(Collectors.joining(", "));
        for (Map.Entry<List<Object>, List<Object>> row : wanted.entrySet()) {
            if (!row.getValue().equals(found.get(row.getKey()))) {
                List<Object> values = new ArrayList<>(row.getKey());
                values.addAll(row.getValue());
                execute(database, "INSERT INTO " + name + " VALUES (" + marks + ")", values);
            }
        }
    }

    /** All rows by their key. */
    Map<List<Object>, List<Object>> read(HsqlDatabase database) throws SQLException {
        String columns = Stream.concat(keys.stream(), others.stream()).collect(Collectors.joining(", "));
        Map<List<Object>, List<Object>> rows = new HashMap<>();
        try (ResultSet row =
                database.prepare("SELECT " + columns + " FROM " + name).executeQuery()) {
            while (row.next()) {
                rows.put(values(row, 1, keys.size()), values(row, keys.size() + 1, others.size()));
            }
        }
        return rows;
    }

    private static List<Object> values(ResultSet row, int first, int count) throws SQLException {
        List<Object> values = new ArrayList<>(count);
        for (int column = first; column < first + count; column++) {
            Object value = row.getObject(column);
            values.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
        }
        return values;
    }

    private static String equalsEach(List<String> columns) {
        return columns.stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    }

    private static void execute(HsqlDatabase database, String sql, List<Object> values) throws SQLException {
        PreparedStatement statement = database.prepare(sql);
        int parameter = 1;
        for (Object value : values) {
            if (value instanceof ByteBuffer bytes) {
                statement.setBytes(parameter++, bytes.array());
            } else {
                statement.setObject(parameter++, value);
            }
        }
        statement.executeUpdate();
    }
}
