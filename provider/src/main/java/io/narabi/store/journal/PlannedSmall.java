package io.narabi.store.journal;

import java.io.IOException;

/** A record that was encoded before. */
record PlannedSmall(RecordType type, byte[] content, JournalRecord event) implements PlannedRecord {

    @Override
    public void write(FrameWriter out, RecordBuffer scratch, int segment) throws IOException {
        out.putRecordHeader(type, content.length);
        out.put(content, content.length);
    }
}
