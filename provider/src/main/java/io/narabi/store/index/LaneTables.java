package io.narabi.store.index;

import io.narabi.store.index.LaneIndex.SavedLanes;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The postings of blocked lanes, and what was saved of these. Used by the database's thread. */
final class LaneTables {

    /** What is known of a subscription once anything of it was asked for. */
    private static final class Kept {
        /** The chunks that are there. */
        final Set<Long> chunks = new TreeSet<>();

        /** The number of the last save; 0 for none. */
        long save;
    }

    private final HsqlDatabase database;
    private final RowCheck check;
    private final SavedLaneTables saves;
    private final Map<Integer, Kept> subscriptions = new HashMap<>();

    LaneTables(HsqlDatabase database, RowCheck check) {
        this.database = database;
        this.check = check;
        this.saves = new SavedLaneTables(database, check);
    }

    void write(int subscription, long chunk, byte[] postings) throws SQLException, IOException, IndexException {
        database.requireSpace();
        Kept kept = kept(subscription);
        if (kept.chunks.contains(chunk)) {
            deleteChunk(subscription, chunk);
        }
        PreparedStatement insert = database.prepare("INSERT INTO lane_chunks VALUES (?, ?, ?, ?)");
        insert.setInt(1, subscription);
        insert.setLong(2, chunk);
        insert.setBytes(3, postings);
        insert.setInt(4, check.of(postings, subscription, chunk));
        insert.executeUpdate();
        database.commit(check);
        kept.chunks.add(chunk);
    }

    byte[] read(int subscription, long chunk) throws SQLException, IOException, IndexException {
        if (!kept(subscription).chunks.contains(chunk)) {
            throw MemoryLanes.noChunk(subscription, chunk);
        }
        PreparedStatement select =
                database.prepare("SELECT postings, row_check FROM lane_chunks WHERE subscription = ? AND chunk = ?");
        select.setInt(1, subscription);
        select.setLong(2, chunk);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new IOException("The index has lost the chunk " + chunk + " of subscription " + subscription);
            }
            byte[] postings = row.getBytes(1);
            if (row.getInt(2) != check.of(postings, subscription, chunk)) {
                throw new IOException("A row of the index's table lane_chunks is damaged");
            }
            return postings;
        }
    }

    Optional<SavedLanes> load(int subscription) throws SQLException, IOException {
        Kept kept = kept(subscription);
        Optional<SavedLanes> lanes = kept.save == 0 ? Optional.empty() : saves.read(subscription, kept.save);
        Set<Long> named = lanes.map(MemoryLanes::named).orElse(Set.of());
        if (!kept.chunks.containsAll(named)) {
            return Optional.empty();
        }
        deleteOthers(subscription, kept, named);
        return lanes;
    }

    void save(int subscription, SavedLanes lanes) throws SQLException, IOException, IndexException {
        Kept kept = kept(subscription);
        Set<Long> named = MemoryLanes.named(lanes);
        for (long chunk : named) {
            if (!kept.chunks.contains(chunk)) {
                throw MemoryLanes.noChunk(subscription, chunk);
            }
        }
        // Left behind by a save that failed half-way.
        saves.deleteAllBut(subscription, kept.save);
        saves.write(subscription, kept.save + 1, lanes);
        kept.save++;
        saves.deleteAllBut(subscription, kept.save);
        deleteOthers(subscription, kept, named);
    }

    void drop(int subscription) throws SQLException, IOException {
        saves.forget(subscription);
        database.commit(check);
        saves.deleteAllBut(subscription, 0);
        deleteBetween(subscription, Long.MIN_VALUE, Long.MAX_VALUE);
        deleteChunk(subscription, Long.MAX_VALUE);
        database.commit(check);
        subscriptions.remove(subscription);
    }

    /** At the first use of a subscription, what the last save does not name is cleared away: its numbers may be used again. */
    private Kept kept(int subscription) throws SQLException, IOException {
        Kept known = subscriptions.get(subscription);
        if (known != null) {
            return known;
        }
        Kept kept = new Kept();
        kept.save = saves.number(subscription);
        if (kept.save != 0) {
            for (long chunk : saves.chunks(subscription, kept.save)) {
                if (isThere(subscription, chunk)) {
                    kept.chunks.add(chunk);
                }
            }
        }
        // By gaps, not row by row: a row is read with its postings.
        long before = Long.MIN_VALUE;
        int deleted = 0;
        for (long chunk : kept.chunks) {
            deleted += deleteBetween(subscription, before, chunk);
            before = chunk;
        }
        deleted += deleteBetween(subscription, before, Long.MAX_VALUE);
        if (!kept.chunks.contains(Long.MAX_VALUE)) {
            deleted += deleteChunk(subscription, Long.MAX_VALUE);
        }
        if (deleted > 0) {
            database.commit(check);
        }
        subscriptions.put(subscription, kept);
        return kept;
    }

    private boolean isThere(int subscription, long chunk) throws SQLException {
        PreparedStatement select =
                database.prepare("SELECT chunk FROM lane_chunks WHERE subscription = ? AND chunk = ?");
        select.setInt(1, subscription);
        select.setLong(2, chunk);
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    private void deleteOthers(int subscription, Kept kept, Set<Long> named) throws SQLException, IOException {
        List<Long> others =
                kept.chunks.stream().filter(chunk -> !named.contains(chunk)).toList();
        if (others.isEmpty()) {
            return;
        }
        for (long chunk : others) {
            deleteChunk(subscription, chunk);
        }
        database.commit(check);
        others.forEach(kept.chunks::remove);
    }

    private int deleteChunk(int subscription, long chunk) throws SQLException {
        PreparedStatement delete = database.prepare("DELETE FROM lane_chunks WHERE subscription = ? AND chunk = ?");
        delete.setInt(1, subscription);
        delete.setLong(2, chunk);
        return delete.executeUpdate();
    }

    /** Both ends stay. */
    private int deleteBetween(int subscription, long after, long before) throws SQLException, IOException {
        PreparedStatement delete =
                database.prepare("DELETE FROM lane_chunks WHERE subscription = ? AND chunk > ? AND chunk < ?"
                        + " LIMIT " + BlockTable.ROWS_A_TRANSACTION);
        int deleted = 0;
        while (true) {
            delete.setInt(1, subscription);
            delete.setLong(2, after);
            delete.setLong(3, before);
            int some = delete.executeUpdate();
            deleted += some;
            if (some < BlockTable.ROWS_A_TRANSACTION) {
                return deleted;
            }
            database.commit(check);
        }
    }
}
