package io.narabi.jms;

import io.narabi.engine.MessageData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A queue of the double; guarded by the engine's monitor. */
final class FakeQueue {

    final String name;
    final List<Entry> entries = new ArrayList<>();
    final List<FakeConsumer> consumers = new ArrayList<>();
    /** The sessions that keep a lane after a synchronous receive. */
    final Map<String, FakeSession> keptLanes = new HashMap<>();

    private long sequences;

    /** Whose a message is at the moment. */
    enum State {
        READY,
        CLAIMED,
        IN_FLIGHT
    }

    /** A message. */
    static final class Entry {
        final FakeQueue queue;
        final long sequence;
        final MessageData message;
        State state = State.READY;
        int attempts;
        Object owner = "nobody";

        Entry(FakeQueue queue, long sequence, MessageData message) {
            this.queue = queue;
            this.sequence = sequence;
            this.message = message;
        }

        /** The group, or the message itself. */
        String lane() {
            return message.group().map(group -> "group " + group).orElse("message " + sequence);
        }

        String text() {
            return FakeQueue.text(message);
        }
    }

    FakeQueue(String name) {
        this.name = name;
    }

    static String text(MessageData message) {
        return new String(message.body(), StandardCharsets.UTF_8);
    }

    void add(MessageData message) {
        entries.add(new Entry(this, ++sequences, message));
    }

    /** The first message that the unit of work may have. */
    Optional<Entry> next(Object unit, FakeSession session) {
        Map<String, Entry> heads = new HashMap<>();
        for (Entry entry : entries) {
            boolean heldByOthers = heads.containsKey(entry.lane());
            FakeSession keeper = keptLanes.get(entry.lane());
            if (entry.state == State.READY && !heldByOthers && (keeper == null || keeper == session)) {
                return Optional.of(entry);
            }
            if (entry.state != State.IN_FLIGHT || entry.owner != unit) {
                heads.putIfAbsent(entry.lane(), entry);
            }
        }
        return Optional.empty();
    }
}
