package io.narabi.samples.searchsync.history;

/**
 * One path changed by one commit.
 *
 * @param path as git has it, with slashes; a name that is not UTF-8 is quoted as git quotes it
 * @param version counts the changes of this path, from 1
 * @param blob the object that the path names after the change, in hexadecimal; {@link #NO_BLOB} after a {@link Operation#DELETE}.
 *     Of a submodule it is a commit of another repository
 * @param commit the commit that made the change, in hexadecimal
 */
public record Change(String path, int version, Operation operation, String blob, String commit) {

    /** What git writes where there is no object. */
    public static final String NO_BLOB = "0".repeat(40);
}
