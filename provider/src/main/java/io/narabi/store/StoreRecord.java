package io.narabi.store;

import java.util.List;
import java.util.Map;

/** What a unit consists of. Identifiers of destinations and subscriptions are the broker's, from 1, never used again. */
public sealed interface StoreRecord {

    /**
     * Creates a destination or changes its attributes.
     *
     * @param id the destination
     * @param key the broker's name for it, opaque
     * @param attributes the broker's, opaque
     * @param retentionMillis how long settled messages are kept, from their settlement
     */
    record DefineDestination(int id, String key, Map<String, String> attributes, long retentionMillis)
            implements StoreRecord {
        public DefineDestination {
            attributes = Map.copyOf(attributes);
        }
    }

    /** Removes a destination with its subscriptions and messages. */
    record DropDestination(int id) implements StoreRecord {}

    /**
     * Creates a subscription, which is owed the destination's messages that are stored from then on, or changes its attributes.
     *
     * @param id the subscription
     * @param destination on which destination
     * @param key the broker's name for it, opaque
     * @param attributes the broker's, opaque
     */
    record DefineSubscription(int id, int destination, String key, Map<String, String> attributes)
            implements StoreRecord {
        public DefineSubscription {
            attributes = Map.copyOf(attributes);
        }
    }

    /** Removes a subscription: it is owed nothing more, and what it was owed counts as settled by it. */
    record DropSubscription(int id) implements StoreRecord {}

    /**
     * A message. Its sequence and its offset within the partition are given when the unit, or the branch that holds it, is committed.
     *
     * @param destination where to
     * @param partition which partition, from 0
     * @param group the message group; empty for none
     * @param priority 0 to 9
     * @param persistent whether it survives a crash; one that does not may still be in the store and is left out by recovery after one
     * @param expiresAt ms since the epoch, 0 for never
     * @param deliverAt ms since the epoch, 0 for at once
     * @param payload the message; nobody changes the array
     */
    record NewMessage(
            int destination,
            int partition,
            String group,
            int priority,
            boolean persistent,
            long expiresAt,
            long deliverAt,
            byte[] payload)
            implements StoreRecord {}

    /**
     * Settles messages for a subscription. Settling what it is not owed, or not any more, or not yet, has no effect.
     *
     * @param sequences in ascending order; nobody changes the array
     * @param how in which way
     */
    record Settle(int subscription, long[] sequences, Settlement how) implements StoreRecord {}

    /** How a message was settled. The codes are part of the stored format. */
    enum Settlement {
        ACKNOWLEDGED,
        DEAD_LETTERED,
        EXPIRED,
        DISCARDED
    }

    /**
     * An attempt of this number may have begun. 0 takes all attempts back. The last record of a message counts, as long as it is owed.
     *
     * @param attempt number of attempts that may have begun
     */
    record Attempt(int subscription, long sequence, int attempt) implements StoreRecord {}

    /** A first attempt may have begun of every message of the subscription before {@code upTo}. 0 means: of none but those recorded. */
    record AttemptMark(int subscription, long upTo) implements StoreRecord {}

    /**
     * Remembers something of a lane, until the subscription has settled {@code untilSequence}. Of one lane and kind the last mark counts;
     * one that is about a settled message takes it away.
     *
     * @param lane the group
     * @param kind the broker's code, opaque
     */
    record LaneMark(int subscription, String lane, int kind, long untilSequence) implements StoreRecord {}

    /**
     * Prepares an XA branch: its records take effect when the branch is committed.
     *
     * @param branch the branch's identifier, opaque
     * @param records messages and settlements
     */
    record Prepare(BranchId branch, List<StoreRecord> records) implements StoreRecord {
        public Prepare {
            records = List.copyOf(records);
        }
    }

    /**
     * Commits a prepared branch. Its messages get their sequences here; the unit's placements are theirs. What it holds for a destination or
     * subscription that was dropped meanwhile is left out.
     */
    record CommitBranch(BranchId branch) implements StoreRecord {}

    /** Rolls a prepared branch back. */
    record RollbackBranch(BranchId branch) implements StoreRecord {}
}
