package io.narabi.store.index;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A segment on its way into the database: its blocks in as many transactions as they need, and only with the last one the row that makes
 * them count. Used by the database's thread.
 */
final class SegmentFolding {

    private enum Stage {
        UNLIST,
        FORGET,
        INSERT,
        DONE
    }

    private final HsqlDatabase database;
    private final BlockTable table;
    private final RowCheck check;
    private final SegmentFold fold;
    private final Map<Integer, Integer> counts = new TreeMap<>();
    private Stage stage = Stage.UNLIST;
    private int inserted;

    SegmentFolding(HsqlDatabase database, BlockTable table, RowCheck check, SegmentFold fold) {
        this.database = database;
        this.table = table;
        this.check = check;
        this.fold = fold;
    }

    /** One transaction; returns whether it was the last. */
    boolean isDoneAfterAStep() throws SQLException, IOException, IndexException {
        database.requireSpace();
        switch (stage) {
            case UNLIST -> {
                table.unlisted(fold.segment());
                table.unlist(fold.segment());
                boolean more = table.forgetSome(fold.segment());
                stage = more ? Stage.FORGET : Stage.INSERT;
                if (!more) {
                    insertSome();
                }
            }
            case FORGET -> {
                if (!table.forgetSome(fold.segment())) {
                    stage = Stage.INSERT;
                }
            }
            case INSERT -> insertSome();
            case DONE -> throw new IllegalStateException("Segment " + fold.segment() + " is folded");
        }
        if (stage != Stage.DONE) {
            database.commit(check);
            return false;
        }
        database.commit(Math.max(database.foldedCommit(), fold.commit()), check);
        table.listed(fold.segment());
        return true;
    }

    private void insertSome() throws SQLException {
        List<IndexedBlock> blocks = fold.blocks();
        int end = Math.min(blocks.size(), inserted + BlockTable.ROWS_A_TRANSACTION);
        List<IndexedBlock> some = blocks.subList(inserted, end);
        int[] ordinals = new int[some.size()];
        int next = 0;
        for (IndexedBlock block : some) {
            ordinals[next++] = counts.merge(block.destination(), 1, Integer::sum) - 1;
        }
        table.insert(fold.segment(), some, ordinals);
        inserted = end;
        if (end == blocks.size()) {
            for (Map.Entry<Integer, Integer> count : counts.entrySet()) {
                table.insertCount(fold.segment(), count.getKey(), count.getValue());
            }
            table.list(fold.segment(), fold.commit(), counts.size(), blocks.size());
            stage = Stage.DONE;
        }
    }
}
