package io.narabi.store.index;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.hsqldb.Database;
import org.hsqldb.DatabaseManager;
import org.hsqldb.DatabaseType;
import org.hsqldb.jdbc.JDBCConnection;
import org.hsqldb.persist.HsqlProperties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HSQLDB database in files, and its one connection. Used by one thread, which nobody interrupts.
 *
 * <p>HSQLDB swallows I/O errors: on a full disk a commit, and a checkpoint, return as if nothing were wrong. What is done about it: nothing
 * is begun unless there is room ({@link IndexFiles#requireSpace()}); after each commit the log has to end with it; after each checkpoint the
 * log has to be empty, which HSQLDB leaves as it is where the checkpoint failed. What this does not see is a page of the data file that
 * was lost without the checkpoint failing: each row that matters has a check of its own, and a number that shows a missing neighbour.
 */
final class HsqlDatabase {

    /** HSQLDB replays a longer log for too long; see also its cost, which is a stall of the index for some 100 ms. */
    static final long CHECKPOINT_LOG_BYTES = 4L << 20;

    /** How much may be logged before the free space is looked at again. */
    private static final long SPACE_CHECK_BYTES = 1L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(HsqlDatabase.class);

    static {
        keepLoggingAsItIs();
    }

    private final IndexFiles files;
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private long storeId;
    private long foldedCommit;
    private long transaction;
    private long logBytes;
    private long spaceCheckedAt = Long.MIN_VALUE;

    private HsqlDatabase(IndexFiles files, Connection connection) {
        this.files = files;
        this.connection = connection;
    }

    /**
     * HSQLDB sets up java.util.logging for the whole JVM when its logger's class is initialized, unless this property says not to. It is read
     * at that moment only.
     */
    private static void keepLoggingAsItIs() {
        String property = "hsqldb.reconfig_logging";
        boolean absent = System.getProperties().putIfAbsent(property, "false") == null;
        try {
            Class.forName("org.hsqldb.lib.FrameworkLogger", true, HsqlDatabase.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            LOG.debug("HSQLDB has no logger of that name any more", e);
        } finally {
            if (absent) {
                System.getProperties().remove(property);
            }
        }
    }

    /** Opens what is there, or creates a database without tables. */
    static HsqlDatabase connect(IndexFiles files) throws SQLException {
        HsqlProperties properties = new HsqlProperties();
        // As properties, not in a URL: no path has to be escaped. And no DriverManager: it would keep this class loader
        // for ever.
        properties.setProperty("connection_type", "file:");
        properties.setProperty("database", files.database());
        properties.setProperty("url", "jdbc:hsqldb:file:index");
        properties.setProperty("user", "SA");
        properties.setProperty("password", "");
        // The journal's lock excludes others; after a kill, HSQLDB's own costs up to 10 s.
        properties.setProperty("hsqldb.lock_file", "false");
        properties.setProperty("hsqldb.large_data", "true");
        // A mapped file dies with the JVM on a full disk.
        properties.setProperty("hsqldb.nio_data_file", "false");
        properties.setProperty("hsqldb.default_table_type", "cached");
        properties.setProperty("hsqldb.tx", "mvlocks");
        // A commit is forced; this also keeps HSQLDB's timer thread from being started.
        properties.setProperty("hsqldb.write_delay", "false");
        // Checkpoints are ours.
        properties.setProperty("hsqldb.log_size", "0");
        properties.setProperty("hsqldb.cache_rows", "20000");
        properties.setProperty("hsqldb.cache_size", "8192");
        properties.setProperty("hsqldb.applog", "0");
        release(files);
        try {
            HsqlDatabase database = new HsqlDatabase(files, new JDBCConnection(properties));
            database.connection.setAutoCommit(false);
            return database;
        } catch (SQLException | RuntimeException e) {
            release(files);
            throw e;
        }
    }

    /**
     * Closes the files where HSQLDB has them open: a database that was opened is kept by it for whoever connects next, also where the first
     * connection failed.
     */
    private static void release(IndexFiles files) {
        Database open = DatabaseManager.lookupDatabaseObject(DatabaseType.DB_FILE, files.database());
        if (open != null) {
            open.close(Database.CLOSEMODE_IMMEDIATELY);
        }
    }

    Connection connection() {
        return connection;
    }

    /** The statement, prepared once. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
        return statement;
    }

    long foldedCommit() {
        return foldedCommit;
    }

    /** Whether meta is there and whole; its values are known from then on. */
    boolean readMeta(RowCheck check) throws SQLException, IOException {
        try (ResultSet row = prepare(
                        "SELECT store_id, folded_commit, row_check, transaction_number FROM meta WHERE id = 0")
                .executeQuery()) {
            if (!row.next()) {
                return false;
            }
            storeId = row.getLong(1);
            foldedCommit = row.getLong(2);
            transaction = row.getLong(4);
            logBytes = files.logBytes();
            return row.getInt(3) == check.of(storeId, foldedCommit);
        }
    }

    long storeId() {
        return storeId;
    }

    void setStoreId(long storeId) {
        this.storeId = storeId;
    }

    /** Looks at the free space, now and then. */
    void requireSpace() throws IOException, IndexException {
        if (spaceCheckedAt < 0 || logBytes - spaceCheckedAt > SPACE_CHECK_BYTES || logBytes < spaceCheckedAt) {
            files.requireSpace();
            spaceCheckedAt = logBytes;
        }
    }

    /** Commits, sees to it that the log has it, and makes a checkpoint where the log has become long. */
    void commit(RowCheck check) throws SQLException, IOException {
        commit(foldedCommit, check);
    }

    /**
     * As {@link #commit(RowCheck)}.
     *
     * @param folded the number of the journal's commit that is reflected from now on
     */
    void commit(long folded, RowCheck check) throws SQLException, IOException {
        PreparedStatement meta = prepare(
                "UPDATE meta SET store_id = ?, folded_commit = ?, row_check = ?, transaction_number = ? WHERE id = 0");
        meta.setLong(1, storeId);
        meta.setLong(2, folded);
        meta.setInt(3, check.of(storeId, folded));
        meta.setLong(4, transaction + 1);
        if (meta.executeUpdate() != 1) {
            throw new SQLException("The table meta has lost its row");
        }
        connection.commit();
        logBytes = files.requireLogged(++transaction);
        foldedCommit = folded;
        if (logBytes > CHECKPOINT_LOG_BYTES) {
            checkpoint();
        }
    }

    void checkpoint() throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        }
        logBytes = files.logBytes();
        if (logBytes > 0) {
            throw new IOException("HSQLDB could not make a checkpoint of the index in " + files.directory()
                    + ": the log still has " + logBytes + " bytes");
        }
    }

    /** Ends a transaction that has only read, so that none is longer than what it was for. */
    void endRead() throws SQLException {
        connection.commit();
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    /** Whether what is done is logged; what is not is safe only by a checkpoint. */
    void setLogging(boolean on) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET FILES LOG " + (on ? "TRUE" : "FALSE"));
        }
    }

    /** Writes all to the files and closes them. */
    void close() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }

    /** Closes the files as they are. */
    void abandon() {
        try {
            release(files);
        } catch (RuntimeException e) {
            LOG.debug("The database in {} could not be closed", files.directory(), e);
        }
    }
}
