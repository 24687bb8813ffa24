package io.narabi.store.index;

import io.narabi.store.index.LaneIndex.SavedChunk;
import io.narabi.store.index.LaneIndex.SavedLane;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was saved of blocked lanes. A save is written under a new number, in as many transactions as it needs; the last one makes this number
 * the one that counts. Used by the database's thread.
 */
final class SavedLaneTables {

    /** A transaction's rows, and what it logs, are kept in memory until it ends. */
    private static final int BYTES_A_TRANSACTION = 512 << 10;

    private static final int BYTES_A_ROW = 100;

    private final HsqlDatabase database;
    private final RowCheck check;
    private int bytes;

    SavedLaneTables(HsqlDatabase database, RowCheck check) {
        this.database = database;
        this.check = check;
    }

    /** The number of the save that counts; 0 for none. */
    long number(int subscription) throws SQLException {
        PreparedStatement select = database.prepare("SELECT save_number FROM lane_saves WHERE subscription = ?");
        select.setInt(1, subscription);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    /** The chunks that a save names. */
    List<Long> chunks(int subscription, long number) throws SQLException {
        PreparedStatement select = database.prepare(
                "SELECT chunk FROM saved_chunks WHERE subscription = ? AND save_number = ? AND chunk <> 0");
        select.setInt(1, subscription);
        select.setLong(2, number);
        List<Long> chunks = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                chunks.add(row.getLong(1));
            }
        }
        return chunks;
    }

    /** Writes a save and makes it the one that counts. */
    void write(int subscription, long number, SavedLanes lanes) throws SQLException, IOException, IndexException {
        bytes = 0;
        database.requireSpace();
        int ordinal = 0;
        for (SavedLane lane : lanes.lanes()) {
            insertLane(subscription, number, ordinal, lane);
            int chunkOrdinal = 0;
            for (SavedChunk chunk : lane.chunks()) {
                insertChunk(subscription, number, ordinal, chunkOrdinal++, chunk);
                commitIfLarge();
            }
            commitIfLarge();
            ordinal++;
        }
        forget(subscription);
        PreparedStatement insert = database.prepare("INSERT INTO lane_saves VALUES (?, ?, ?, ?, ?, ?)");
        insert.setInt(1, subscription);
        insert.setLong(2, number);
        insert.setLong(3, lanes.frontier());
        insert.setString(4, lanes.signature());
        insert.setInt(5, ordinal);
        insert.setInt(6, check.of(lanes.signature(), subscription, number, lanes.frontier(), ordinal));
        insert.executeUpdate();
        database.commit(check);
    }

    private void insertLane(int subscription, long number, int ordinal, SavedLane lane) throws SQLException {
        int chunks = lane.chunks().size();
        PreparedStatement insert = database.prepare("INSERT INTO saved_lanes VALUES (?, ?, ?, ?, ?, ?)");
        insert.setInt(1, subscription);
        insert.setLong(2, number);
        insert.setInt(3, ordinal);
        insert.setString(4, lane.lane());
        insert.setInt(5, chunks);
        insert.setInt(6, check.of(lane.lane(), subscription, number, ordinal, chunks));
        insert.executeUpdate();
        bytes += BYTES_A_ROW + lane.lane().length();
    }

    private void insertChunk(int subscription, long number, int lane, int ordinal, SavedChunk chunk)
            throws SQLException {
        PreparedStatement insert = database.prepare("INSERT INTO saved_chunks VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        insert.setInt(1, subscription);
        insert.setLong(2, number);
        insert.setInt(3, lane);
        insert.setInt(4, ordinal);
        insert.setLong(5, chunk.chunk());
        insert.setBytes(6, chunk.postings());
        insert.setBytes(7, chunk.facts());
        insert.setInt(8, check(subscription, number, lane, ordinal, chunk));
        insert.executeUpdate();
        bytes += BYTES_A_ROW + chunk.postings().length + chunk.facts().length;
    }

    private int check(int subscription, long number, int lane, int ordinal, SavedChunk chunk) {
        int ofFacts = check.of(chunk.facts());
        return check.of(chunk.postings(), subscription, number, lane, ordinal, chunk.chunk(), ofFacts);
    }

    private void commitIfLarge() throws SQLException, IOException, IndexException {
        if (bytes > BYTES_A_TRANSACTION) {
            database.commit(check);
            database.requireSpace();
            bytes = 0;
        }
    }

    /** The save; empty if not all of its rows are there. */
    Optional<SavedLanes> read(int subscription, long number) throws SQLException, IOException {
        PreparedStatement select = database.prepare(
                "SELECT frontier, signature, lane_count, row_check FROM lane_saves WHERE subscription = ?");
        select.setInt(1, subscription);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            long frontier = row.getLong(1);
            String signature = row.getString(2);
            int count = row.getInt(3);
            requireCheck(row.getInt(4), check.of(signature, subscription, number, frontier, count));
            return readLanes(subscription, number, count).map(lanes -> new SavedLanes(frontier, signature, lanes));
        }
    }

    private static void requireCheck(int found, int computed) throws IOException {
        if (found != computed) {
            throw new IOException("A row of what the index has saved of lanes is damaged");
        }
    }

    private Optional<List<SavedLane>> readLanes(int subscription, long number, int count)
            throws SQLException, IOException {
        List<List<SavedChunk>> chunks = readChunks(subscription, number, count);
        PreparedStatement select = database.prepare("SELECT ordinal, lane, chunk_count, row_check FROM saved_lanes"
                + " WHERE subscription = ? AND save_number = ? ORDER BY subscription, save_number, ordinal");
        select.setInt(1, subscription);
        select.setLong(2, number);
        List<SavedLane> lanes = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int ordinal = row.getInt(1);
                String lane = row.getString(2);
                int size = row.getInt(3);
                requireCheck(row.getInt(4), check.of(lane, subscription, number, ordinal, size));
                if (ordinal != lanes.size()
                        || ordinal >= count
                        || chunks.get(ordinal).size() != size) {
                    return Optional.empty();
                }
                lanes.add(new SavedLane(lane, chunks.get(ordinal)));
            }
        }
        return lanes.size() == count ? Optional.of(lanes) : Optional.empty();
    }

    /** By the lane's ordinal. */
    private List<List<SavedChunk>> readChunks(int subscription, long number, int lanes)
            throws SQLException, IOException {
        List<List<SavedChunk>> chunks = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            chunks.add(new ArrayList<>());
        }
        PreparedStatement select =
                database.prepare("SELECT lane_ordinal, ordinal, chunk, postings, facts, row_check FROM saved_chunks"
                        + " WHERE subscription = ? AND save_number = ?"
                        + " ORDER BY subscription, save_number, lane_ordinal, ordinal");
        select.setInt(1, subscription);
        select.setLong(2, number);
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int lane = row.getInt(1);
                int ordinal = row.getInt(2);
                SavedChunk chunk = new SavedChunk(row.getLong(3), row.getBytes(4), row.getBytes(5));
                requireCheck(row.getInt(6), check(subscription, number, lane, ordinal, chunk));
                if (lane < lanes) {
                    chunks.get(lane).add(chunk);
                }
            }
        }
        return chunks;
    }

    /** No save counts any more, once the transaction that is open is committed. */
    void forget(int subscription) throws SQLException {
        PreparedStatement delete = database.prepare("DELETE FROM lane_saves WHERE subscription = ?");
        delete.setInt(1, subscription);
        delete.executeUpdate();
    }

    /** Deletes the rows of all saves but that one. */
    void deleteAllBut(int subscription, long number) throws SQLException, IOException {
        for (String table : List.of("saved_lanes", "saved_chunks")) {
            PreparedStatement delete = database.prepare("DELETE FROM " + table
                    + " WHERE subscription = ? AND save_number <> ? LIMIT " + BlockTable.ROWS_A_TRANSACTION);
            int some;
            do {
                delete.setInt(1, subscription);
                delete.setLong(2, number);
                some = delete.executeUpdate();
                if (some > 0) {
                    database.commit(check);
                }
            } while (some == BlockTable.ROWS_A_TRANSACTION);
        }
    }
}
