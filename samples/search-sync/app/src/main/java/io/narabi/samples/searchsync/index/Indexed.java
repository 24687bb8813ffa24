package io.narabi.samples.searchsync.index;

/**
 * What the index holds of a path.
 *
 * @param version the version of the path that was applied last
 * @param blob the object that this version names
 */
public record Indexed(String path, int version, String blob) {}
