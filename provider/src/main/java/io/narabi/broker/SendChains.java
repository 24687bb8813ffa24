package io.narabi.broker;

import io.narabi.store.StoreUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * A session's sends that are under way, a row per group: when one fails, those behind it in its row fail too, until the failing one's
 * callbacks have returned (DESIGN §2.2). Thread-safe.
 */
final class SendChains {

    /** Guarded by this. Rows with nothing under way are removed. */
    private final Map<String, Row> rows = new HashMap<>();

    /** Enters a send to the group, given as destination and group in one text. */
    synchronized Link enter(String group) {
        Row row = rows.computeIfAbsent(group, key -> new Row());
        row.underWay++;
        return new Link(group, row, row.nextNumber++);
    }

    private synchronized void leave(Link link) {
        if (--link.row.underWay == 0) {
            rows.remove(link.group, link.row);
        }
    }

    /** A group's row. Guarded by the chains' monitor. */
    private static final class Row {
        private int underWay;
        private long nextNumber;
        private long intactFrom;
        private int failing;
    }

    /** A send in its row. */
    final class Link implements StoreUnit.Chain {

        private final String group;
        private final Row row;
        private final long number;
        private boolean failed;

        private Link(String group, Row row, long number) {
            this.group = group;
            this.row = row;
            this.number = number;
        }

        @Override
        public boolean isIntact() {
            synchronized (SendChains.this) {
                return row.failing == 0 && number >= row.intactFrom;
            }
        }

        @Override
        public void broken() {
            synchronized (SendChains.this) {
                if (!failed) {
                    failed = true;
                    row.failing++;
                }
            }
        }

        /** The send succeeded, or it failed and its callbacks have returned: sends from now on are accepted again. */
        void done() {
            synchronized (SendChains.this) {
                if (failed) {
                    row.failing--;
                    row.intactFrom = row.nextNumber;
                }
                leave(this);
            }
        }
    }
}
