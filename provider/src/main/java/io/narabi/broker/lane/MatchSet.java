package io.narabi.broker.lane;

import java.util.BitSet;

/** The selector classes that want a message. Equal sets are one instance ({@link SelectorClasses}). */
final class MatchSet {

    static final MatchSet NONE = new MatchSet(new BitSet());

    private final BitSet classes;

    MatchSet(BitSet classes) {
        this.classes = classes;
    }

    boolean isEmpty() {
        return classes.isEmpty();
    }

    boolean contains(SelectorClass selector) {
        return classes.get(selector.id);
    }
}
