package io.narabi.broker.lane;

/**
 * How much of a lane is in memory, and how often what is known is saved.
 *
 * @param window pending messages, those that came back aside
 * @param chunk bytes of a chunk of postings
 * @param saveAfter postings that have come or gone
 */
record LaneLimits(int window, int chunk, int saveAfter) {
    static final LaneLimits DEFAULT = new LaneLimits(64, 4096, 100_000);
}
