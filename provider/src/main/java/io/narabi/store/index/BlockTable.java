package io.narabi.store.index;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The block directory. Used by the database's thread. */
final class BlockTable {

    /** HSQLDB keeps a transaction's rows in memory, and logs them at once when it ends. */
    static final int ROWS_A_TRANSACTION = 4_000;

    private static final String COLUMNS =
            "first_sequence, ordinal, message_count, has_non_persistent, head_length, content_segment, content_position, place_position, row_check";

    private final HsqlDatabase database;
    private final RowCheck check;

    /** Those that are listed, and so count as folded. */
    private final Set<Integer> listed = new HashSet<>();

    /** Those of which it is known that no row of segment_destinations is missing. */
    private final Set<Integer> counted = new HashSet<>();

    BlockTable(HsqlDatabase database, RowCheck check) {
        this.database = database;
        this.check = check;
    }

    Set<Integer> segments() {
        return listed;
    }

    /** Reads the list of segments. */
    void open() throws SQLException, IOException {
        try (ResultSet rows = database.prepare(
                        "SELECT segment, last_commit, destination_count, block_count, row_check FROM segments")
                .executeQuery()) {
            while (rows.next()) {
                requireCheck(
                        rows.getInt(5),
                        check.of(rows.getInt(1), rows.getLong(2), rows.getInt(3), rows.getInt(4)),
                        "segments");
                listed.add(rows.getInt(1));
            }
        }
    }

    private static void requireCheck(int found, int computed, String table) throws IOException {
        if (found != computed) {
            throw new IOException("A row of the index's table " + table + " is damaged");
        }
    }

    /** Takes a segment off the list, in the transaction that is open; its blocks are left for {@link #forgetSome}. */
    void unlist(int segment) throws SQLException {
        PreparedStatement row = database.prepare("DELETE FROM segments WHERE segment = ?");
        row.setInt(1, segment);
        row.executeUpdate();
        PreparedStatement counts = database.prepare("DELETE FROM segment_destinations WHERE place_segment = ?");
        counts.setInt(1, segment);
        counts.executeUpdate();
    }

    /** To be called when what {@link #unlist} did is committed, or before it is. */
    void unlisted(int segment) {
        listed.remove(segment);
        counted.remove(segment);
    }

    /**
     * Deletes some blocks of a segment that is not listed, in the transaction that is open.
     *
     * @return whether there may be more
     */
    boolean forgetSome(int segment) throws SQLException {
        PreparedStatement delete =
                database.prepare("DELETE FROM blocks WHERE place_segment = ? LIMIT " + ROWS_A_TRANSACTION);
        delete.setInt(1, segment);
        return delete.executeUpdate() == ROWS_A_TRANSACTION;
    }

    /** A segment that has blocks and is not listed. */
    Optional<Integer> unlistedSegment() throws SQLException {
        // Listed ones are gone by: a look at the index each.
        PreparedStatement next = database.prepare("SELECT place_segment FROM blocks WHERE place_segment > ?"
                + " ORDER BY place_segment, destination, first_sequence LIMIT 1");
        int segment = Integer.MIN_VALUE;
        while (true) {
            next.setInt(1, segment);
            try (ResultSet row = next.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                segment = row.getInt(1);
            }
            if (!listed.contains(segment)) {
                return Optional.of(segment);
            }
        }
    }

    /**
     * Adds blocks of a segment that is not listed, in the transaction that is open.
     *
     * @param ordinals of each within its destination
     */
    void insert(int segment, List<IndexedBlock> blocks, int[] ordinals) throws SQLException {
        PreparedStatement insert = database.prepare("INSERT INTO blocks (place_segment, destination, " + COLUMNS
                + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        int next = 0;
        for (IndexedBlock block : blocks) {
            int ordinal = ordinals[next++];
            insert.setInt(1, segment);
            insert.setInt(2, block.destination());
            insert.setLong(3, block.firstSequence());
            insert.setInt(4, ordinal);
            insert.setInt(5, block.count());
            insert.setBoolean(6, block.hasNonPersistent());
            insert.setInt(7, block.headLength());
            insert.setInt(8, block.contentSegment());
            insert.setInt(9, block.contentPosition());
            insert.setInt(10, block.placePosition());
            insert.setInt(11, check(segment, ordinal, block));
            insert.addBatch();
        }
        if (next > 0) {
            insert.executeBatch();
        }
    }

    private int check(int segment, int ordinal, IndexedBlock block) {
        return check.of(
                segment,
                block.destination(),
                block.firstSequence(),
                ordinal,
                block.count(),
                block.hasNonPersistent() ? 1 : 0,
                block.headLength(),
                block.contentSegment(),
                block.contentPosition(),
                block.placePosition());
    }

    /**
     * Notes how many blocks of a destination a segment has, in the transaction that lists it.
     */
    void insertCount(int segment, int destination, int blocks) throws SQLException {
        PreparedStatement insert = database.prepare("INSERT INTO segment_destinations VALUES (?, ?, ?, ?)");
        insert.setInt(1, segment);
        insert.setInt(2, destination);
        insert.setInt(3, blocks);
        insert.setInt(4, check.of(segment, destination, blocks));
        insert.executeUpdate();
    }

    /** Lists a segment, in the transaction that is open; {@link #listed} follows when it is committed. */
    void list(int segment, long commit, int destinations, int blocks) throws SQLException {
        PreparedStatement insert = database.prepare("INSERT INTO segments VALUES (?, ?, ?, ?, ?)");
        insert.setInt(1, segment);
        insert.setLong(2, commit);
        insert.setInt(3, destinations);
        insert.setInt(4, blocks);
        insert.setInt(5, check.of(segment, commit, destinations, blocks));
        insert.executeUpdate();
    }

    void listed(int segment) {
        listed.add(segment);
        counted.add(segment);
    }

    /** As {@link StoreIndex#blocks}. */
    List<IndexedBlock> blocks(int segment, int destination, long fromSequence, int max)
            throws SQLException, IOException {
        if (!listed.contains(segment)) {
            return List.of();
        }
        countDestinations(segment);
        OptionalInt count = count(segment, destination);
        if (count.isEmpty()) {
            return List.of();
        }
        // The block before is read, too, even where it ends before the sequence: its ordinal tells that none is missing
        // in between.
        Optional<Long> before = lastFrom(segment, destination, fromSequence);
        int limit = before.isPresent() ? Math.min(max, Integer.MAX_VALUE - 1) + 1 : max;
        List<IndexedBlock> page = page(segment, destination, before, fromSequence, limit, count.getAsInt());
        if (!page.isEmpty() && page.get(0).firstSequence() + page.get(0).count() <= fromSequence) {
            return List.copyOf(page.subList(1, page.size()));
        }
        return List.copyOf(page.subList(0, Math.min(max, page.size())));
    }

    /** The lost rows of a destination would else look as if it had no blocks. */
    private void countDestinations(int segment) throws SQLException, IOException {
        if (!counted.add(segment)) {
            return;
        }
        PreparedStatement select = database.prepare(
                "SELECT destination_count,"
                        + " (SELECT COUNT(*) FROM segment_destinations WHERE place_segment = ?) FROM segments WHERE segment = ?");
        select.setInt(1, segment);
        select.setInt(2, segment);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next() || row.getInt(1) != row.getInt(2)) {
                throw new IOException("The index has lost destinations of segment " + segment);
            }
        }
    }

    private OptionalInt count(int segment, int destination) throws SQLException, IOException {
        PreparedStatement select = database.prepare(
                "SELECT block_count, row_check FROM segment_destinations WHERE place_segment = ? AND destination = ?");
        select.setInt(1, segment);
        select.setInt(2, destination);
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return OptionalInt.empty();
            }
            requireCheck(row.getInt(2), check.of(segment, destination, row.getInt(1)), "segment_destinations");
            return OptionalInt.of(row.getInt(1));
        }
    }

    /** The last block that begins at the sequence or before. */
    private Optional<Long> lastFrom(int segment, int destination, long sequence) throws SQLException {
        // Ordered by all of the key: else HSQLDB sorts all rows of the destination.
        PreparedStatement select = database.prepare("SELECT first_sequence FROM blocks"
                + " WHERE place_segment = ? AND destination = ? AND first_sequence <= ?"
                + " ORDER BY place_segment DESC, destination DESC, first_sequence DESC LIMIT 1");
        select.setInt(1, segment);
        select.setInt(2, destination);
        select.setLong(3, sequence);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
        }
    }

    private List<IndexedBlock> page(
            int segment, int destination, Optional<Long> before, long fromSequence, int limit, int count)
            throws SQLException, IOException {
        PreparedStatement select = database.prepare("SELECT " + COLUMNS + " FROM blocks"
                + " WHERE place_segment = ? AND destination = ? AND first_sequence >= ?"
                + " ORDER BY place_segment, destination, first_sequence LIMIT ?");
        select.setInt(1, segment);
        select.setInt(2, destination);
        select.setLong(3, before.orElse(fromSequence));
        select.setInt(4, limit);
        List<IndexedBlock> page = new ArrayList<>();
        // Where no block begins at or before the sequence, the page begins with the first of all.
        int next = before.isPresent() ? -1 : 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                int ordinal = row.getInt(2);
                if (next >= 0 && ordinal != next) {
                    throw missing(segment, destination);
                }
                next = ordinal + 1;
                IndexedBlock block = new IndexedBlock(
                        destination,
                        row.getLong(1),
                        row.getInt(3),
                        row.getBoolean(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getInt(7),
                        row.getInt(8));
                requireCheck(row.getInt(9), check(segment, ordinal, block), "blocks");
                page.add(block);
            }
        }
        if (page.size() < limit && next != count) {
            throw missing(segment, destination);
        }
        return page;
    }

    private static IOException missing(int segment, int destination) {
        return new IOException("The index has lost blocks of destination " + destination + " in segment " + segment);
    }
}
