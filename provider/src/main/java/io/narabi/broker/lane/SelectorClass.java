package io.narabi.broker.lane;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Consumers that want the same messages: one predicate instance. */
final class SelectorClass {

    final int id;
    final Predicate<LogEntry> wants;
    /** The set of this class alone. */
    @Nullable
    MatchSet alone;

    int consumers;
    /** Consumers with demand. */
    int demanding;
    /** Messages of their own lane that this class wants are known before this sequence. */
    long position;

    /** Consumers that wait, with nothing else to do, and have not been told of anything. */
    final ConsumerList idle = new ConsumerList();
    /** Consumers that wait, of sessions that are busy otherwise, and have not been told of anything. */
    final ConsumerList late = new ConsumerList();
    /** Consumers that wait with nothing else to do and have been told that there is something. */
    int told;
    /** Consumers that have been told although their session was busy. */
    int called;

    SelectorClass(int id, Predicate<LogEntry> wants, long position) {
        this.id = id;
        this.wants = wants;
        this.position = position;
    }
}
