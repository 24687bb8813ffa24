package io.narabi.broker.redelivery;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is durable, and what must become so, about attempts of one subscription's messages (DESIGN §2.8): a mark below which a first
 * attempt may have begun, reserved some thousand sequences ahead, and a number for each message of which more is known. What is recorded
 * of a message outweighs the mark. Bookkeeping only: writes nothing. Not thread-safe: used under the subscription's lock.
 */
public final class AttemptMarks {

    /** How far ahead the mark is reserved: a force for that many sequences at most. */
    static final long AHEAD = 4_096;

    private RedeliveryPolicy policy;
    /** First attempts of sequences before this are covered durably. */
    private long durableMark;
    /** The furthest mark that was asked for; whether it has been written is not known yet. */
    private long wantedMark;
    /** The mark when the broker was opened: what was not handed over since may have been before. */
    private final long markAtStart;
    /** Attempts recorded one by one when the broker was opened, and since. */
    private final Map<Long, Integer> recorded = new HashMap<>();
    /** Attempts since the broker was opened, of messages not settled. */
    private final Map<Long, Integer> begun = new HashMap<>();

    /** Of a new subscription. */
    public AttemptMarks(RedeliveryPolicy policy) {
        this(policy, 0, Map.of());
    }

    /**
     * Of one that was recovered.
     *
     * @param mark a first attempt may have begun of every message before this sequence
     * @param recorded attempts by sequence
     */
    public AttemptMarks(RedeliveryPolicy policy, long mark, Map<Long, Integer> recorded) {
        this.policy = policy;
        this.durableMark = mark;
        this.wantedMark = mark;
        this.markAtStart = mark;
        this.recorded.putAll(recorded);
    }

    /** Attempts of the message that have begun, or may have. */
    public int attempts(long sequence) {
        Integer now = begun.get(sequence);
        if (now != null) {
            return now;
        }
        Integer known = recorded.get(sequence);
        if (known != null) {
            return known;
        }
        return sequence < markAtStart ? 1 : 0;
    }

    /** Whether all that is known is that a first attempt may have begun before a crash. */
    public boolean isDoubtful(long sequence) {
        return sequence < markAtStart && !begun.containsKey(sequence) && !recorded.containsKey(sequence);
    }

    /**
     * An attempt of this number is about to begin: what must be durable first, if anything. Said anew for each attempt, also while what an
     * earlier one needs is being written: equal marks may be written twice.
     */
    public Optional<Need> before(long sequence, int attempt) {
        boolean coveredByMark = !recorded.containsKey(sequence) && sequence >= markAtStart;
        begun.put(sequence, attempt);
        if (policy.recordsHandOver(attempt) || !coveredByMark) {
            Integer known = recorded.get(sequence);
            return known != null && known == attempt ? Optional.empty() : Optional.of(new Need.One(sequence, attempt));
        }
        if (sequence < durableMark) {
            return Optional.empty();
        }
        if (sequence >= wantedMark) {
            wantedMark = sequence + AHEAD;
        }
        return Optional.of(new Need.Mark(wantedMark));
    }

    /** What was needed is durable. */
    public void durable(Need need) {
        if (need instanceof Need.Mark mark) {
            durableMark = Math.max(durableMark, mark.upTo());
        } else if (need instanceof Need.One one && begun.containsKey(one.sequence())) {
            recorded.put(one.sequence(), one.attempt());
        }
    }

    /** The hand-over did not happen after all. */
    public void notBegun(long sequence, int attempt) {
        begun.computeIfPresent(sequence, (key, now) -> now == attempt ? attempt - 1 : now);
    }

    /** The message is settled. */
    public void settled(long sequence) {
        begun.remove(sequence);
        recorded.remove(sequence);
    }

    /** The message's attempts are counted anew; the caller records that. */
    public void reset(long sequence) {
        begun.put(sequence, 0);
        recorded.put(sequence, 0);
    }

    /** Attempts of unsettled messages that a clean close has to store, by sequence, so that the mark can be taken back. */
    public Map<Long, Integer> atCleanClose() {
        Map<Long, Integer> all = new TreeMap<>(recorded);
        begun.forEach((sequence, attempts) -> {
            if (attempts > 0 || sequence < markAtStart || recorded.containsKey(sequence)) {
                all.put(sequence, attempts);
            }
        });
        return all;
    }

    /**
     * The mark that a clean close stores: none, unless the doubt of an earlier crash is still on messages that nobody has received since.
     *
     * @param firstOwed the first sequence not settled
     */
    public long markAtCleanClose(long firstOwed) {
        return firstOwed < markAtStart ? markAtStart : 0;
    }

    /** The policy has changed. */
    public void reconfigure(RedeliveryPolicy changed) {
        policy = changed;
    }

    /** What must be durable before a hand-over. */
    public sealed interface Need {
        /** That a first attempt may begin of every message before {@code upTo}. */
        record Mark(long upTo) implements Need {}

        /** That this attempt of this message may begin. */
        record One(long sequence, int attempt) implements Need {}
    }
}
