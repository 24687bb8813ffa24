package io.narabi.broker.lane;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The selector classes of a subscription. The last one stays when its last consumer leaves, until another comes: a consumer that is opened
 * and closed again and again finds everything as it was.
 */
final class SelectorClasses {

    private final List<SelectorClass> classes = new ArrayList<>();
    private final BitSet ids = new BitSet();
    private final Map<BitSet, MatchSet> sets = new HashMap<>();
    private int epoch;

    /** Changes whenever sets of classes are not what they were. */
    int epoch() {
        return epoch;
    }

    List<SelectorClass> all() {
        return classes;
    }

    @Nullable
    SelectorClass find(Predicate<LogEntry> wants) {
        for (int i = 0; i < classes.size(); i++) {
            if (isSame(classes.get(i).wants, wants)) {
                return classes.get(i);
            }
        }
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // a class is an instance, by contract
    private static boolean isSame(Predicate<LogEntry> one, Predicate<LogEntry> other) {
        return one == other;
    }

    SelectorClass add(Predicate<LogEntry> wants, long position) {
        int id = ids.nextClearBit(0);
        SelectorClass added = new SelectorClass(id, wants, position);
        ids.set(id);
        classes.add(added);
        BitSet alone = new BitSet();
        alone.set(id);
        added.alone = intern(alone);
        epoch++;
        return added;
    }

    void remove(SelectorClass selector) {
        classes.remove(selector);
        ids.clear(selector.id);
        sets.keySet().removeIf(set -> set.get(selector.id));
        epoch++;
    }

    /** Which classes want the message. */
    MatchSet match(LogEntry entry) {
        if (classes.size() == 1) {
            SelectorClass only = classes.get(0);
            MatchSet alone = only.alone;
            return alone != null && only.wants.test(entry) ? alone : MatchSet.NONE;
        }
        BitSet matching = new BitSet();
        for (SelectorClass selector : classes) {
            if (selector.wants.test(entry)) {
                matching.set(selector.id);
            }
        }
        return matching.isEmpty() ? MatchSet.NONE : intern(matching);
    }

    private MatchSet intern(BitSet set) {
        return sets.computeIfAbsent(set, MatchSet::new);
    }
}
