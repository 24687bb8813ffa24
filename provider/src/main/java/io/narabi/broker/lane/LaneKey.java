package io.narabi.broker.lane;

import io.narabi.config.DeliveryOrder;
import java.util.Optional;

/** What makes messages one lane. The text is what operators' commands name it by. */
sealed interface LaneKey {

    String GROUP_PREFIX = "group:";
    String PARTITION_PREFIX = "partition:";
    String MESSAGE_PREFIX = "message:";
    String ALL_ID = "destination";

    /** Identifies it in operators' commands. */
    String id();

    /** Whether it is the lane of one message. */
    default boolean isSingle() {
        return false;
    }

    /** A message group. */
    record Group(String group) implements LaneKey {
        @Override
        public String id() {
            return GROUP_PREFIX + group;
        }
    }

    /** The messages of a partition that have no group. */
    record Partition(int partition) implements LaneKey {
        @Override
        public String id() {
            return PARTITION_PREFIX + partition;
        }
    }

    /** The whole destination. */
    record All() implements LaneKey {
        static final All INSTANCE = new All();

        @Override
        public String id() {
            return ALL_ID;
        }
    }

    /** One message alone. */
    record Message(long sequence) implements LaneKey {
        @Override
        public String id() {
            return MESSAGE_PREFIX + sequence;
        }

        @Override
        public boolean isSingle() {
            return true;
        }
    }

    /** Whether the options give the message a lane of its own. */
    static boolean isSingle(LogEntry entry, DispatchOptions options) {
        return !options.exclusive()
                && (options.order() == DeliveryOrder.CONCURRENT
                        || (entry.group().isEmpty() && options.order() != DeliveryOrder.ORDERLY));
    }

    /** Whether messages can belong to a group's lane, or the whole destination's, by the options. */
    static boolean exists(LaneKey key, DispatchOptions options) {
        return key instanceof All
                ? options.exclusive()
                : !options.exclusive() && options.order() != DeliveryOrder.CONCURRENT;
    }

    /** The key that an operator's text names, if it is one. */
    static Optional<LaneKey> parse(String id) {
        if (id.equals(ALL_ID)) {
            return Optional.of(All.INSTANCE);
        }
        if (id.startsWith(GROUP_PREFIX)) {
            return Optional.of(new Group(id.substring(GROUP_PREFIX.length())));
        }
        try {
            if (id.startsWith(PARTITION_PREFIX)) {
                return Optional.of(new Partition(Integer.parseInt(id.substring(PARTITION_PREFIX.length()))));
            }
            if (id.startsWith(MESSAGE_PREFIX)) {
                return Optional.of(new Message(Long.parseLong(id.substring(MESSAGE_PREFIX.length()))));
            }
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
