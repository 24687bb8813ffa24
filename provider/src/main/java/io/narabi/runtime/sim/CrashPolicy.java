package io.narabi.runtime.sim;

/**
 * What a crash does to what was not forced. All of them keep the promises of {@link io.narabi.runtime.Disk}: forced content and forced
 * names survive.
 */
public enum CrashPolicy {
    /** Nothing that was not forced survives: the slowest disk. */
    LOSE_ALL,

    /** Everything survives: only the process died, the system wrote on. What a failed force lost is lost here, too. */
    KEEP_ALL,

    /**
     * Of each file a random number of sectors survive, those changed first; of the changes of names a random number, the first ones. What
     * a disk without reordering leaves: a torn tail.
     */
    PREFIX,

    /**
     * Each changed sector has any of the contents it had since the last force, each length is one that it had or a multiple of a sector
     * in between, and any of the changes of names took place. The worst that is allowed.
     */
    ANY
}
