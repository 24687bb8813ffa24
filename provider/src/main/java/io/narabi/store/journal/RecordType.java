package io.narabi.store.journal;

import org.jspecify.annotations.Nullable;

/** What a record is. The codes are part of the stored format: never change one. */
enum RecordType {
    DEFINE_DESTINATION(1),
    DROP_DESTINATION(2),
    DEFINE_SUBSCRIPTION(3),
    DROP_SUBSCRIPTION(4),
    SETTLE(5),
    ATTEMPT(6),
    ATTEMPT_MARK(7),
    LANE_MARK(8),
    BLOCK(9),
    PREPARE(10),
    COMMIT_BRANCH(11),
    ROLLBACK_BRANCH(12),
    /** No sequence up to a ceiling is given again after a crash. */
    RESERVE(13),
    /** Segments that nothing is needed of any more, about to be deleted. */
    FORGET_SEGMENTS(14),
    /** The first record of every segment: what is needed to forget the ones before it. */
    CHECKPOINT(15),
    /** The last record of a full segment: its blocks. */
    SUMMARY(16),
    /** The last record before a clean close. */
    CLOSE(17),
    /** Reserved for compaction: a block whose survivors were copied from another segment. */
    MOVED_BLOCK(18),
    /** Reserved for large bodies: a piece of one, written before the commit that names it. */
    BODY_CHUNK(19);

    private static final @Nullable RecordType[] BY_CODE = new RecordType[32];

    static {
        for (RecordType type : values()) {
            BY_CODE[type.code] = type;
        }
    }

    private final int code;

    RecordType(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RecordType ofCode(int code) {
        RecordType type = code < BY_CODE.length ? BY_CODE[code] : null;
        if (type == null) {
            throw new RecordReader.MalformedRecordException("there is no record type " + code);
        }
        return type;
    }
}
