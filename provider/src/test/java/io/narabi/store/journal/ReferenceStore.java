package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store must hold after a row of units, as plain as can be: messages are known by their texts, each of which is used once. A
 * subscription has the number of its destination.
 */
final class ReferenceStore {

    /** By destination, in order. */
    private final Map<Integer, List<NewMessage>> owed = new TreeMap<>();

    private final Map<BranchId, Prepare> prepared = new LinkedHashMap<>();

    /** By text. */
    private final Map<String, Integer> attempts = new HashMap<>();

    /** By subscription. */
    private final Map<Integer, Long> marks = new HashMap<>();

    /** By subscription, lane and kind: the text of the message that ends it. */
    private final Map<String, String> laneMarks = new HashMap<>();

    /** By destination and sequence; the same for all copies: a sequence has one text for ever. */
    private final Map<String, String> texts;

    ReferenceStore() {
        this(new HashMap<>());
    }

    private ReferenceStore(Map<String, String> texts) {
        this.texts = texts;
    }

    ReferenceStore copy() {
        ReferenceStore copy = new ReferenceStore(texts);
        owed.forEach((id, messages) -> copy.owed.put(id, new ArrayList<>(messages)));
        copy.prepared.putAll(prepared);
        copy.attempts.putAll(attempts);
        copy.marks.putAll(marks);
        copy.laneMarks.putAll(laneMarks);
        return copy;
    }

    static String text(NewMessage message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }

    /** A text got its sequence. */
    void place(int destination, long sequence, String text) {
        String before = texts.put(destination + "/" + sequence, text);
        if (before != null && !before.equals(text)) {
            throw new AssertionError("Sequence " + sequence + " of destination " + destination + " was given to "
                    + before + " and to " + text);
        }
    }

    /** The text that got this sequence; {@code ?} for none. */
    String textAt(int destination, long sequence) {
        return texts.getOrDefault(destination + "/" + sequence, "?");
    }

    /** Does what the unit says, all of it; nothing where it ends a branch that is not prepared. */
    void apply(List<StoreRecord> unit) {
        boolean refused = unit.stream()
                .anyMatch(item -> item instanceof CommitBranch commit && !prepared.containsKey(commit.branch())
                        || item instanceof RollbackBranch rollback && !prepared.containsKey(rollback.branch()));
        if (!refused) {
            unit.forEach(this::apply);
        }
    }

    private void apply(StoreRecord item) {
        if (item instanceof NewMessage message) {
            owed.computeIfAbsent(message.destination(), id -> new ArrayList<>()).add(message);
        } else if (item instanceof Settle settle) {
            for (long sequence : settle.sequences()) {
                settle(settle.subscription(), textAt(settle.subscription(), sequence));
            }
        } else if (item instanceof Attempt attempt) {
            String text = textAt(attempt.subscription(), attempt.sequence());
            if (isOwed(attempt.subscription(), text)) {
                attempts.put(text, attempt.attempt());
            }
        } else if (item instanceof AttemptMark mark) {
            marks.put(mark.subscription(), mark.upTo());
        } else if (item instanceof LaneMark mark) {
            String text = textAt(mark.subscription(), mark.untilSequence());
            laneMarks.remove(key(mark));
            if (isOwed(mark.subscription(), text)) {
                laneMarks.put(key(mark), text);
            }
        } else if (item instanceof Prepare prepare) {
            prepared.put(prepare.branch(), prepare);
        } else if (item instanceof CommitBranch commit) {
            Optional.ofNullable(prepared.remove(commit.branch()))
                    .ifPresent(branch -> branch.records().forEach(this::apply));
        } else if (item instanceof RollbackBranch rollback) {
            prepared.remove(rollback.branch());
        } else if (!(item instanceof DefineDestination || item instanceof DefineSubscription)) {
            throw new IllegalArgumentException("Not used here: " + item);
        }
    }

    /** Of a lane and a kind only the last mark counts. */
    static String key(LaneMark mark) {
        return mark.subscription() + "/" + mark.lane() + "/" + mark.kind();
    }

    private void settle(int destination, String text) {
        owed.getOrDefault(destination, List.of())
                .removeIf(message -> text(message).equals(text));
        forget(text);
    }

    private void forget(String text) {
        attempts.remove(text);
        laneMarks.values().removeIf(text::equals);
    }

    boolean isOwed(int destination, String text) {
        return owed(destination).contains(text);
    }

    /** What does not survive a crash is gone. */
    void crash() {
        owed.values()
                .forEach(messages -> messages.removeIf(message -> {
                    if (!message.persistent()) {
                        forget(text(message));
                    }
                    return !message.persistent();
                }));
    }

    List<String> owed(int destination) {
        return owed.getOrDefault(destination, List.of()).stream()
                .map(ReferenceStore::text)
                .toList();
    }

    List<BranchId> prepared() {
        return List.copyOf(prepared.keySet());
    }

    Map<String, Integer> attempts() {
        return attempts;
    }

    long mark(int subscription) {
        return marks.getOrDefault(subscription, 0L);
    }

    Map<String, String> laneMarks() {
        return laneMarks;
    }

    /** What the branch does when it is committed. */
    List<StoreRecord> branch(BranchId branch) {
        Prepare found = prepared.get(branch);
        return found == null ? List.of() : found.records();
    }

    /** Without what is there for its length only. */
    static String shortened(String text) {
        int end = text.indexOf(' ');
        return end < 0 ? text : text.substring(0, end);
    }
}
