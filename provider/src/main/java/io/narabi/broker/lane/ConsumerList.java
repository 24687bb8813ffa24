package io.narabi.broker.lane;

import org.jspecify.annotations.Nullable;

/** Consumers in the order they came; each is in one list at most, and leaves in constant time. */
final class ConsumerList {

    private @Nullable ConsumerState first;
    private @Nullable ConsumerState last;
    private int size;

    int size() {
        return size;
    }

    @Nullable
    ConsumerState first() {
        return first;
    }

    void addLast(ConsumerState consumer) {
        ConsumerState before = last;
        consumer.before = before;
        consumer.after = null;
        if (before == null) {
            first = consumer;
        } else {
            before.after = consumer;
        }
        last = consumer;
        size++;
    }

    void remove(ConsumerState consumer) {
        ConsumerState before = consumer.before;
        ConsumerState after = consumer.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        consumer.before = null;
        consumer.after = null;
        size--;
    }
}
