package io.narabi.store.journal;

/** What happened in runs: a test of what never happens tests nothing. */
final class CrashCounts {

    int confirmed;
    int unknown;
    int crashes;
    int closes;

    /** Units of which nobody had been told, or that their outcome is unknown, and that were there. */
    int cameToLight;

    /** Crashes after which none of these was there. */
    int vanished;

    @Override
    public String toString() {
        return confirmed + " units confirmed, " + unknown + " of unknown outcome, " + crashes + " crashes (after "
                + vanished + " what was not confirmed was gone, and " + cameToLight + " units came to light), " + closes
                + " clean closes";
    }
}
