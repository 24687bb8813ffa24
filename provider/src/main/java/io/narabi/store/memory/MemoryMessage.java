package io.narabi.store.memory;

import io.narabi.store.StoredEntry;

/** A stored message. */
final class MemoryMessage {

    private final StoredEntry entry;
    private final byte[] payload;

    /** How many subscriptions are owed it. Guarded by the store's lock. */
    private int owedTo;

    MemoryMessage(StoredEntry entry, byte[] payload, int owedTo) {
        this.entry = entry;
        this.payload = payload;
        this.owedTo = owedTo;
    }

    StoredEntry entry() {
        return entry;
    }

    byte[] payload() {
        return payload;
    }

    /** A subscription is owed it no more. Returns whether it was the last. */
    boolean settledByOne() {
        owedTo--;
        return owedTo == 0;
    }
}
