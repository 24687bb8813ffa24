package io.narabi.store.memory;

import io.narabi.store.Placement;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoredEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A destination's messages. Guarded by the store's lock. */
final class MemoryDestination {

    private final Map<Long, MemoryMessage> messages = new HashMap<>();
    private final List<MemorySubscription> subscriptions = new ArrayList<>();
    private final Map<Integer, Long> nextOffsets = new HashMap<>();

    /** What nobody is owed, in the order in which it came to that. */
    private final ArrayDeque<Settled> settled = new ArrayDeque<>();

    private DefineDestination definition;
    private long nextSequence = 1;
    private long bytes;

    private record Settled(long sequence, long atMillis) {}

    MemoryDestination(DefineDestination definition) {
        this.definition = definition;
    }

    DefineDestination definition() {
        return definition;
    }

    void redefine(DefineDestination changed) {
        definition = changed;
    }

    long nextSequence() {
        return nextSequence;
    }

    long bytes() {
        return bytes;
    }

    @Nullable
    MemoryMessage find(long sequence) {
        return messages.get(sequence);
    }

    void subscribe(MemorySubscription subscription) {
        subscriptions.add(subscription);
    }

    void unsubscribe(MemorySubscription subscription) {
        subscriptions.remove(subscription);
    }

    /** Stores a message, which all subscriptions of this time are owed. */
    MemoryMessage add(NewMessage message, long now) {
        long sequence = nextSequence++;
        long offset = nextOffsets.merge(message.partition(), 1L, Long::sum) - 1;
        StoredEntry entry = new StoredEntry(
                sequence,
                message.partition(),
                offset,
                message.group(),
                message.priority(),
                message.persistent(),
                message.expiresAt(),
                message.deliverAt(),
                message.payload().length);
        MemoryMessage stored = new MemoryMessage(entry, message.payload(), subscriptions.size());
        messages.put(sequence, stored);
        bytes += entry.size();
        subscriptions.forEach(subscription -> subscription.owe(stored));
        if (subscriptions.isEmpty()) {
            settled(sequence, now);
        }
        return stored;
    }

    Placement placement(MemoryMessage message) {
        StoredEntry entry = message.entry();
        return new Placement(definition.id(), entry.partition(), entry.sequence(), entry.offset());
    }

    /** Nobody is owed the message any more. */
    void settled(long sequence, long now) {
        if (definition.retentionMillis() == 0) {
            forget(sequence);
        } else {
            settled.add(new Settled(sequence, now));
        }
    }

    /** Removes what was settled longer ago than the retention. */
    void forgetSettled(long now) {
        while (!settled.isEmpty() && dueMillis(settled.element()) <= now) {
            forget(settled.remove().sequence());
        }
    }

    private void forget(long sequence) {
        MemoryMessage gone = messages.remove(sequence);
        if (gone != null) {
            bytes -= gone.entry().size();
        }
    }

    /** When there will next be something to forget. */
    OptionalLong nextForgetting() {
        return settled.isEmpty() ? OptionalLong.empty() : OptionalLong.of(dueMillis(settled.element()));
    }

    private long dueMillis(Settled message) {
        long due = message.atMillis() + definition.retentionMillis();
        return due < message.atMillis() ? Long.MAX_VALUE : due;
    }
}
