package io.narabi.samples.searchsync.check;

import io.narabi.samples.searchsync.history.Change;
import java.util.ArrayList;
import java.util.List;

/** The dead letters are the failing path's changes, each once and in order, and no others. */
public final class DeadLetterCheck {

    private DeadLetterCheck() {}

    /** The differences, at most the first and one about the number. */
    public static List<String> of(List<Change> expected, List<Change> letters) {
        List<String> differences = new ArrayList<>();
        if (letters.size() != expected.size()) {
            differences.add(letters.size() + " dead letters where " + expected.size() + " were due");
        }
        for (int i = 0; i < Math.min(expected.size(), letters.size()); i++) {
            if (!expected.get(i).equals(letters.get(i))) {
                differences.add("dead letter " + (i + 1) + " is " + letters.get(i) + ", due was " + expected.get(i));
                break;
            }
        }
        return differences;
    }
}
