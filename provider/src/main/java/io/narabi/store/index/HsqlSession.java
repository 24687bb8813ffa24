package io.narabi.store.index;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database from its opening until it is closed, or found not to work. Used by the database's thread. */
final class HsqlSession {

    private static final Logger LOG = LoggerFactory.getLogger(HsqlSession.class);

    /** The open database. */
    record Tables(HsqlDatabase database, RowCheck check, BlockTable blocks, StateTables states, LaneTables lanes) {

        static Tables of(HsqlDatabase database, RowCheck check) {
            BlockTable blocks = new BlockTable(database, check);
            LaneTables lanes = new LaneTables(database, check);
            return new Tables(database, check, blocks, new StateTables(database, blocks, lanes, check), lanes);
        }
    }

    /** What is done with it. */
    interface Work<T> {
        T on(Tables tables) throws Exception;
    }

    /** An existing database is not the one that is wanted. */
    private static final class UnfitException extends Exception {
        private static final long serialVersionUID = 1L;

        UnfitException(String message) {
            super(message);
        }
    }

    private final IndexFiles files;
    private @Nullable Tables tables;
    private @Nullable Throwable broken;

    HsqlSession(IndexFiles files) {
        this.files = files;
    }

    Path directory() {
        return files.directory();
    }

    boolean isOpen() {
        return tables != null;
    }

    /** As {@link StoreIndex#open}. */
    Folded open(long storeId, long lastCommit) {
        broken = null;
        try {
            files.createDirectory();
            Tables found = existing(storeId, lastCommit);
            if (found == null) {
                files.discard();
                found = create(storeId);
            }
            tables = found;
            return new Folded(found.blocks().segments(), found.database().foldedCommit());
        } catch (Exception | LinkageError e) {
            broken = e;
            LOG.warn(
                    "There is no index in {}; all is looked up in the journal until the store is opened again",
                    directory(),
                    e);
            return Folded.NOTHING;
        }
    }

    /** Null where there is none that is of any use. */
    private @Nullable Tables existing(long storeId, long lastCommit) throws IOException {
        if (!files.isAny()) {
            return null;
        }
        if (!files.isWhole()) {
            LOG.warn("The index in {} has lost files; it begins anew", directory());
            return null;
        }
        HsqlDatabase database = null;
        try {
            database = HsqlDatabase.connect(files);
            return fit(database, storeId, lastCommit);
        } catch (UnfitException e) {
            LOG.info("The index in {} {}; it begins anew", directory(), e.getMessage());
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            // HSQLDB throws anything at all over damaged files, and asks for as much memory as a damaged length says.
            LOG.warn("The index in {} cannot be read; it begins anew", directory(), e);
        }
        if (database != null) {
            database.abandon();
        }
        return null;
    }

    private static Tables fit(HsqlDatabase database, long storeId, long lastCommit)
            throws SQLException, IOException, UnfitException {
        int version = IndexSchema.version(database.connection());
        if (version < 1 || version > IndexSchema.latest()) {
            throw new UnfitException("has schema " + version + ", and the latest known is " + IndexSchema.latest());
        }
        IndexSchema.migrate(database.connection());
        RowCheck check = new RowCheck();
        if (!database.readMeta(check)) {
            throw new IOException("The row of the index's table meta is lost or damaged");
        }
        if (database.storeId() != storeId) {
            throw new UnfitException("is another store's");
        }
        if (database.foldedCommit() > lastCommit) {
            throw new UnfitException("is ahead of the journal: it has taken in commit " + database.foldedCommit()
                    + ", and the last is " + lastCommit);
        }
        Tables tables = Tables.of(database, check);
        tables.blocks().open();
        database.endRead();
        return tables;
    }

    private Tables create(long storeId) throws SQLException, IOException, IndexException {
        files.requireSpace();
        HsqlDatabase database = HsqlDatabase.connect(files);
        try {
            // Without a force for each statement. What a crash leaves half-made is no store's yet.
            database.setLogging(false);
            IndexSchema.migrate(database.connection());
            database.setLogging(true);
            database.checkpoint();
            RowCheck check = new RowCheck();
            database.readMeta(check);
            database.setStoreId(storeId);
            database.commit(check);
            return Tables.of(database, check);
        } catch (SQLException | IOException | RuntimeException e) {
            database.abandon();
            throw e;
        }
    }

    /** Does it, and completes the future with what came of it. */
    <T> void run(Work<T> work, CompletableFuture<T> future) {
        Tables open = tables;
        if (open == null) {
            future.completeExceptionally(notOpen());
            return;
        }
        T result;
        try {
            result = work.on(open);
        } catch (IndexException e) {
            rollBack(open);
            future.completeExceptionally(e);
            return;
        } catch (Throwable e) {
            breakDown(open, e);
            future.completeExceptionally(notOpen());
            return;
        }
        future.complete(result);
    }

    private IndexException notOpen() {
        Throwable reason = broken;
        return reason == null
                ? new IndexException("The index in " + directory() + " is not open")
                : new IndexException("The index in " + directory() + " is out of use: " + reason.getMessage(), reason);
    }

    private void rollBack(Tables open) {
        try {
            open.database().rollback();
        } catch (SQLException | RuntimeException e) {
            breakDown(open, e);
        }
    }

    /** Nothing that the database says can be trusted any more: whoever opens it next must not find it. */
    private void breakDown(Tables open, Throwable reason) {
        broken = reason;
        tables = null;
        LOG.warn(
                "The index in {} does not work; all is looked up in the journal until the store is opened again, and then it begins anew",
                directory(),
                reason);
        open.database().abandon();
        try {
            files.discard();
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The files of the index in {} could not be deleted; they should be, before the store is opened again",
                    directory(),
                    e);
        }
    }

    /** Closes the database, if it is open. */
    void close() {
        Tables open = tables;
        if (open == null) {
            return;
        }
        tables = null;
        try {
            open.database().close();
        } catch (SQLException | RuntimeException e) {
            breakDown(open, e);
        }
    }
}
