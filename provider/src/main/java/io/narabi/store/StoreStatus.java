package io.narabi.store;

/**
 * Numbers about a store.
 *
 * @param bytes bytes on disk (or in memory)
 * @param segments files, where there are such
 * @param commits group commits since it was opened
 * @param forces forces of the disk since it was opened
 * @param writable whether units are being stored at present
 */
public record StoreStatus(long bytes, int segments, long commits, long forces, boolean writable) {}
