package io.narabi.samples.searchsync.history;

/** What a commit did to a path. There is no rename: that is a {@link #DELETE} of one path and an {@link #ADD} of another. */
public enum Operation {
    ADD,
    MODIFY,
    DELETE
}
