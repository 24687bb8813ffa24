package io.narabi.runtime.sim;

/**
 * How often a disk did what, successfully.
 *
 * @param reads reads of files
 * @param writes writes to files
 * @param forces forces of files
 * @param directoryForces forces of directories
 */
public record DiskCounts(long reads, long writes, long forces, long directoryForces) {}
