package io.narabi.store.index;

import java.util.Set;

/**
 * What an index reflects.
 *
 * @param segments the segments whose blocks are in it
 * @param commit the number of the journal's last commit that it reflects; 0 for none
 */
public record Folded(Set<Integer> segments, long commit) {

    /** An empty index. */
    public static final Folded NOTHING = new Folded(Set.of(), 0);

    public Folded {
        segments = Set.copyOf(segments);
    }
}
