-- The index of a store: what is looked up rather than replayed. Nothing here is needed to be right: the journal is the truth.
-- A statement ends with a semicolon at the end of a line. row_check is a CRC-32C of the row's other columns.

-- Without this and NEW SPACE the file never gives back the room of what was deleted.
SET FILES SPACE TRUE;

-- Names that differ only in trailing spaces differ.
SET DATABASE COLLATION SQL_TEXT NO PAD;

-- One row. transaction_number is last, so that the end of the log shows which transaction reached it.
CREATE CACHED TABLE meta (
    id INTEGER PRIMARY KEY,
    store_id BIGINT NOT NULL,
    folded_commit BIGINT NOT NULL,
    row_check INTEGER NOT NULL,
    transaction_number BIGINT NOT NULL
);

-- The segments of the journal whose blocks are all here. What other tables hold of a segment that is not listed counts for nothing.
CREATE CACHED TABLE segments (
    segment INTEGER PRIMARY KEY,
    last_commit BIGINT NOT NULL,
    destination_count INTEGER NOT NULL,
    block_count INTEGER NOT NULL,
    row_check INTEGER NOT NULL
);

-- How many blocks of a destination have their place in a segment.
CREATE CACHED TABLE segment_destinations (
    place_segment INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    block_count INTEGER NOT NULL,
    row_check INTEGER NOT NULL,
    PRIMARY KEY (place_segment, destination)
);

-- The block directory. ordinal counts the blocks of a destination within a segment from 0 on, so that one that is missing is noticed.
CREATE CACHED TABLE blocks (
    place_segment INTEGER NOT NULL,
    destination INTEGER NOT NULL,
    first_sequence BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    message_count INTEGER NOT NULL,
    has_non_persistent BOOLEAN NOT NULL,
    head_length INTEGER NOT NULL,
    content_segment INTEGER NOT NULL,
    content_position INTEGER NOT NULL,
    place_position INTEGER NOT NULL,
    row_check INTEGER NOT NULL,
    PRIMARY KEY (place_segment, destination, first_sequence)
);
SET TABLE blocks NEW SPACE;

CREATE CACHED TABLE destinations (
    destination INTEGER PRIMARY KEY,
    name VARCHAR(16M) NOT NULL,
    retention_millis BIGINT NOT NULL
);

CREATE CACHED TABLE destination_attributes (
    destination INTEGER NOT NULL,
    attribute VARCHAR(1M) NOT NULL,
    setting VARCHAR(16M) NOT NULL,
    PRIMARY KEY (destination, attribute)
);

CREATE CACHED TABLE subscriptions (
    subscription INTEGER PRIMARY KEY,
    destination INTEGER NOT NULL,
    name VARCHAR(16M) NOT NULL
);

CREATE CACHED TABLE subscription_attributes (
    subscription INTEGER NOT NULL,
    attribute VARCHAR(1M) NOT NULL,
    setting VARCHAR(16M) NOT NULL,
    PRIMARY KEY (subscription, attribute)
);

-- All sequences below settled_below are settled, and those in settled_ranges.
CREATE CACHED TABLE settled_positions (
    subscription INTEGER PRIMARY KEY,
    settled_below BIGINT NOT NULL,
    owed BIGINT NOT NULL
);

-- A RoaringBitmap of the lower 32 bits of settled sequences, by their upper 32 bits.
CREATE CACHED TABLE settled_ranges (
    subscription INTEGER NOT NULL,
    upper_bits BIGINT NOT NULL,
    bitmap VARBINARY(1G) NOT NULL,
    PRIMARY KEY (subscription, upper_bits)
);
SET TABLE settled_ranges NEW SPACE;

-- What blocked lanes hold beyond what is in memory: postings, in the broker's code.
CREATE CACHED TABLE lane_chunks (
    subscription INTEGER NOT NULL,
    chunk BIGINT NOT NULL,
    postings VARBINARY(1G) NOT NULL,
    row_check INTEGER NOT NULL,
    PRIMARY KEY (subscription, chunk)
);
SET TABLE lane_chunks NEW SPACE;

-- The last save of a subscription's lanes; rows of saved_lanes and saved_chunks with another save_number count for nothing.
CREATE CACHED TABLE lane_saves (
    subscription INTEGER PRIMARY KEY,
    save_number BIGINT NOT NULL,
    frontier BIGINT NOT NULL,
    signature VARCHAR(16M) NOT NULL,
    lane_count INTEGER NOT NULL,
    row_check INTEGER NOT NULL
);

CREATE CACHED TABLE saved_lanes (
    subscription INTEGER NOT NULL,
    save_number BIGINT NOT NULL,
    ordinal INTEGER NOT NULL,
    lane VARCHAR(16M) NOT NULL,
    chunk_count INTEGER NOT NULL,
    row_check INTEGER NOT NULL,
    PRIMARY KEY (subscription, save_number, ordinal)
);

-- chunk is 0 where the postings come with the save.
CREATE CACHED TABLE saved_chunks (
    subscription INTEGER NOT NULL,
    save_number BIGINT NOT NULL,
    lane_ordinal INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    chunk BIGINT NOT NULL,
    postings VARBINARY(1G) NOT NULL,
    facts VARBINARY(1G) NOT NULL,
    row_check INTEGER NOT NULL,
    PRIMARY KEY (subscription, save_number, lane_ordinal, ordinal)
);
SET TABLE saved_chunks NEW SPACE;

INSERT INTO meta VALUES (0, 0, 0, 0, 0);
